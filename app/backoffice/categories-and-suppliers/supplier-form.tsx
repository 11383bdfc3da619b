import { zodResolver } from '@hookform/resolvers/zod'
import { type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SUPPLIER_STATUSES, type Supplier, supplierBody } from '#contract/suppliers.ts'
import { browserApi } from '../../api/client.ts'
import { InputField, SelectField } from '../../ui/field.tsx'
import { NameForm, type NameFormProps } from './name-form.tsx'

type Typed = z.input<typeof supplierBody>

/** The supplier form: creates a supplier, or edits the given one. */
export function SupplierForm(props: NameFormProps<Supplier>) {
  const { row: supplier } = props
  const form = useForm<Typed, unknown, z.output<typeof supplierBody>>({
    resolver: zodResolver(supplierBody),
    mode: 'onTouched',
    defaultValues: {
      name: supplier?.name ?? '',
      address: supplier?.address ?? '',
      contact: supplier?.contact ?? '',
      phone: supplier?.phone ?? '',
      status: supplier?.status ?? 'Activo',
    },
  })
  const { errors } = form.formState
  const field = (name: Path<Typed>) => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  })
  return (
    <NameForm
      {...props}
      form={form}
      draftOf="supplier"
      about={supplier ? `el proveedor «${supplier.name}»` : 'un proveedor nuevo'}
      save={(body) =>
        supplier
          ? browserApi.updateSupplier({ body: { id: supplier._id, ...body } })
          : browserApi.createSupplier({ body })
      }
    >
      <InputField label="Nombre" {...field('name')} required data-autofocus />
      <InputField label="Dirección" {...field('address')} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Persona de contacto" {...field('contact')} />
        <InputField label="Teléfono / Celular" type="tel" {...field('phone')} />
      </div>
      <SelectField label="Estado" {...field('status')}>
        {SUPPLIER_STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
    </NameForm>
  )
}
