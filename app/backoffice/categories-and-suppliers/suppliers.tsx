import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Supplier } from '#contract/suppliers.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { EditButton } from '../../listing/listing-table.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { PRODUCTS } from '../products/product-filters.ts'
import { NamesScreen, ProductCount, StatusMark } from './names-screen.tsx'
import { SupplierForm } from './supplier-form.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Proveedores') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadListing(request, (query) => browserApi.listSuppliers({ query, signal: request.signal }))
}
clientLoader.hydrate = true as const

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
}

function Screen({ loaderData: listing }: { loaderData?: Listing<Supplier> }) {
  return (
    <NamesScreen
      words={WORDS}
      draftOf="supplier"
      listing={listing}
      columns={columnsOf}
      exportAll={() => browserApi.exportSuppliers()}
      Form={SupplierForm}
    />
  )
}

const columnsOf = (edit: (supplier: Supplier) => void): Columns<Supplier> => ({
  name: {
    header: 'Nombres Proveedor',
    bare: true,
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
  },
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
  actions: {
    header: 'Acciones',
    bare: true,
    cell: (supplier) => <EditButton of={supplier.name} onClick={() => edit(supplier)} />,
  },
})
