import { SUPPLIER_STATUSES, type Supplier, supplierBody } from '#contract/suppliers.ts'
import { browserApi } from '../../api/client.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { InputField, SelectField } from '../../ui/field.tsx'
import { NameForm } from './name-form.tsx'

/** The supplier form: creates a supplier, or edits the given one. */
export function SupplierForm({ row: supplier }: { row?: Supplier }) {
  const form = useSchemaForm(supplierBody, {
    name: supplier?.name ?? '',
    address: supplier?.address ?? '',
    contact: supplier?.contact ?? '',
    phone: supplier?.phone ?? '',
    status: supplier?.status ?? 'Activo',
  })
  const typed = { autoComplete: 'off' }
  return (
    <NameForm
      form={form}
      row={supplier}
      named={supplier && { ...supplier, name: supplier.name }}
      nameIn={(body) => body.name}
      kind="supplier"
      about={supplier ? `el proveedor «${supplier.name}»` : 'un proveedor nuevo'}
      save={(body) =>
        supplier
          ? browserApi.updateSupplier({ body: { id: supplier._id, ...body } })
          : browserApi.createSupplier({ body })
      }
    >
      {(field) => (
        <>
          <InputField label="Nombre" {...field('name')} {...typed} required data-autofocus />
          <InputField label="Dirección" {...field('address')} {...typed} required />
          <div className="grid gap-4 sm:grid-cols-2">
            <InputField label="Persona de contacto" {...field('contact')} {...typed} />
            <InputField label="Teléfono / Celular" type="tel" {...field('phone')} {...typed} />
          </div>
          <SelectField label="Estado" {...field('status')}>
            {SUPPLIER_STATUSES.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </SelectField>
        </>
      )}
    </NameForm>
  )
}
