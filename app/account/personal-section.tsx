import type { UseFormRegisterReturn } from 'react-hook-form'
import { formatPhone } from '#domain/phone.ts'
import { formatRut, fullRut, readRut, seemsToHaveCheckDigit } from '#domain/rut.ts'
import { GENDERS } from '#domain/users.ts'
import { formattedWhenLeft } from '../forms/formatted-when-left.ts'
import { InputField, SelectField } from '../ui/field.tsx'

/** Labels of the section's fields, in their order on the screen. */
export const PERSONAL_LABELS = {
  name: 'Nombre',
  last_name: 'Apellidos',
  rut: 'RUT',
  gender: 'Género',
  phone: 'Teléfono',
  cellphone: 'Celular',
} as const

type PersonalField = keyof typeof PERSONAL_LABELS
type FieldProps = UseFormRegisterReturn & { error: string | undefined }
type Fields = { [name in PersonalField]: FieldProps & { label: string } }

/**
 * Props of the section's fields. The form calls this function in its own render to register these fields first: react-hook-form
 * focuses the first invalid field in order of registration.
 */
export const personalFields = (field: (name: PersonalField) => FieldProps) =>
  Object.fromEntries(
    Object.entries(PERSONAL_LABELS).map(([name, label]) => [
      name,
      { ...field(name as PersonalField), label },
    ]),
  ) as Fields

export function PersonalSection({
  fields,
  rut,
  children,
}: {
  fields: Fields
  rut: string | undefined
  children?: React.ReactNode
}) {
  const phone = { type: 'tel', inputMode: 'tel' } as const
  return (
    <FormSection title="Datos personales">
      <InputField {...fields.name} autoComplete="given-name" autoCapitalize="words" />
      <InputField {...fields.last_name} autoComplete="family-name" autoCapitalize="words" />
      <InputField {...formattedWhenLeft(fields.rut, formatRut)} inputMode="numeric" hint={rutHint(rut)} />
      <SelectField {...fields.gender} autoComplete="sex">
        <option value="">Selecciona</option>
        {GENDERS.map((gender) => (
          <option key={gender}>{gender}</option>
        ))}
      </SelectField>
      <InputField {...formattedWhenLeft(fields.phone, formatPhone)} {...phone} autoComplete="home tel" />
      <InputField
        {...formattedWhenLeft(fields.cellphone, formatPhone)}
        {...phone}
        autoComplete="mobile tel"
      />
      {children}
    </FormSection>
  )
}

/** A hint that repeats the typed RUT with its check digit, so that people notice a typing error. */
function rutHint(text = ''): string {
  const rut = readRut(text)
  // An unfinished RUT keeps the usual hint.
  if (!rut || rut.digits.length < 7 || rut.checkDigit === 'wrong' || formatRut(text) !== text)
    return 'Ejemplo: 12.345.678-5'
  return seemsToHaveCheckDigit(rut)
    ? 'Tiene más dígitos que un RUT: revísalo.'
    : `RUT completo: ${fullRut(rut.digits)}`
}

export function FormSection({
  title,
  columns = 'sm:grid-cols-2',
  children,
}: {
  title: string
  columns?: string
  children: React.ReactNode
}) {
  return (
    <section className="card p-4 sm:p-6">
      <h2 className="mb-4 text-lg">{title}</h2>
      <div className={`grid gap-4 ${columns}`}>{children}</div>
    </section>
  )
}
