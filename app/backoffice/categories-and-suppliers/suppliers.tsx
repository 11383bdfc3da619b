import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { SUPPLIER_STATUSES, type Supplier, supplierBody } from '#contract/suppliers.ts'
import { browserApi } from '../../api/client.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { pageTitle } from '../../pages/page-title.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import { PRODUCTS } from '../products/product-filters.ts'
import { NameForm } from './name-forms.tsx'
import { loadNames, type Names, NamesScreen, ProductCount, StatusMark } from './names-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Proveedores') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadNames<Supplier>(request, 'supplier', (query) =>
    browserApi.listSuppliers({ query, signal: request.signal }),
  )
}

export const HydrateFallback = Screen
export default Screen

const WORDS = {
  title: 'Proveedores',
  search: 'Buscar proveedor...',
  empty: 'No se han registrado proveedores',
  addFirst: 'Agregar el primer proveedor',
  add: 'Nuevo Proveedor',
  download: 'Descargar proveedores (Excel)',
  fileName: 'proveedores',
  newTitle: 'Agregar Proveedor',
  editTitle: 'Editar Proveedor',
  mergeTitle: 'Unir Proveedor',
}

function Screen({ loaderData: names }: { loaderData?: Names<Supplier> }) {
  return (
    <NamesScreen
      words={WORDS}
      kind="supplier"
      tableFrom="wide"
      names={names}
      columns={columns}
      exportAll={() => browserApi.exportSuppliers()}
      loadAll={async () => (await browserApi.listSuppliers({ query: {} })).data}
      Form={SupplierForm}
    />
  )
}

const columns: Columns<Supplier> = {
  name: { header: 'Nombres Proveedor', bare: true, className: 'font-semibold', cell: ({ name }) => name },
  address: { header: 'Direccion', cell: ({ address }) => address || '—' },
  contact: { header: 'Persona de contacto', cell: ({ contact }) => contact || '—' },
  phone: {
    header: 'Telefono / Celular',
    cell: ({ phone }) => phone || '—',
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  products: {
    header: 'Productos',
    align: 'end',
    cell: ({ name, products }) => (
      <ProductCount of={name} count={products} to={PRODUCTS.url({ search: name })} />
    ),
  },
  status: { header: 'Estado', cell: ({ status }) => <StatusMark active={status === 'Activo'} /> },
}

/** The supplier form: creates a supplier, or edits the given one. */
function SupplierForm({ row: supplier }: { row?: Supplier }) {
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
          <SelectField label="Estado" {...field('status')} options={SUPPLIER_STATUSES} />
        </>
      )}
    </NameForm>
  )
}
