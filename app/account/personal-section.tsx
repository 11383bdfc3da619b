import type { UseFormRegisterReturn } from 'react-hook-form'
import { GENDERS } from '#domain/users.ts'
import { InputField, SelectField } from '../ui/field.tsx'
import { FormSection } from './form-section.tsx'

const NAMES = ['name', 'last_name', 'rut', 'gender', 'phone', 'cellphone'] as const
type PersonalField = (typeof NAMES)[number]
type FieldProps = UseFormRegisterReturn & { error: string | undefined }
type Fields = Record<PersonalField, FieldProps>

/**
 * The props of the section's fields. The form calls it in its own render, so that these fields are registered before those
 * below: react-hook-form focuses the first invalid field in the order of registration.
 */
export const personalFields = (field: (name: PersonalField) => FieldProps) =>
  Object.fromEntries(NAMES.map((name) => [name, field(name)])) as Fields

/** The personal data of registration and profile. */
export function PersonalSection({ fields }: { fields: Fields }) {
  const phone = { type: 'tel', inputMode: 'numeric' } as const
  return (
    <FormSection title="Datos personales">
      <InputField label="Nombre" {...fields.name} autoComplete="given-name" />
      <InputField label="Apellidos" {...fields.last_name} autoComplete="family-name" />
      <InputField label="RUT" {...fields.rut} inputMode="numeric" hint="Solo números, sin guion." />
      <SelectField label="Género" {...fields.gender} autoComplete="sex">
        <option value="">Selecciona</option>
        {GENDERS.map((gender) => (
          <option key={gender}>{gender}</option>
        ))}
      </SelectField>
      <InputField label="Teléfono" {...fields.phone} {...phone} autoComplete="home tel" />
      <InputField label="Celular" {...fields.cellphone} {...phone} autoComplete="mobile tel" />
    </FormSection>
  )
}
