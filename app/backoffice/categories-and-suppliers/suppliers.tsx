import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Supplier } from '#contract/suppliers.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { pageTitle } from '../../pages/page-title.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { PRODUCTS } from '../products/product-filters.ts'
import { loadNames, type Names, NamesScreen, ProductCount, StatusMark } from './names-screen.tsx'
import { SupplierForm } from './supplier-form.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Proveedores') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadNames<Supplier>(request, 'supplier', (query) =>
    browserApi.listSuppliers({ query, signal: request.signal }),
  )
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
  mergeTitle: 'Unir Proveedor',
}

function Screen({ loaderData: names }: { loaderData?: Names<Supplier> }) {
  return (
    <NamesScreen
      words={WORDS}
      kind="supplier"
      names={names}
      nameOf={({ name }) => name}
      columns={columns}
      exportAll={() => browserApi.exportSuppliers()}
      loadAll={() => browserApi.listSuppliers({ query: {} })}
      Form={SupplierForm}
    />
  )
}

const columns: Columns<Supplier> = {
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
}
