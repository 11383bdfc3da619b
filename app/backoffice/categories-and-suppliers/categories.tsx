import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Category } from '#contract/categories.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { EditButton } from '../../listing/listing-table.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { PRODUCTS } from '../products/product-filters.ts'
import { CategoryForm } from './category-form.tsx'
import { NamesScreen, ProductCount, StatusMark } from './names-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Categorías') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadListing(request, (query) => browserApi.listCategories({ query, signal: request.signal }))
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

const WORDS = {
  title: 'Categorías',
  search: 'Buscar categoría...',
  empty: 'No se han registrado categorías',
  addFirst: 'Agregar la primera categoría',
  add: 'Nueva Categoría',
  download: 'Descargar categorías (Excel)',
  fileName: 'categorias',
  newTitle: 'Agregar Categoría',
  editTitle: 'Editar Categoría',
}

function Screen({ loaderData: listing }: { loaderData?: Listing<Category> }) {
  return (
    <NamesScreen
      words={WORDS}
      draftOf="category"
      listing={listing}
      columns={columnsOf}
      tableFrom="narrow"
      exportAll={() => browserApi.exportCategories()}
      Form={CategoryForm}
    />
  )
}

const columnsOf = (edit: (category: Category) => void): Columns<Category> => ({
  name: {
    header: 'Nombre',
    bare: true,
    cell: ({ categoryName }) => <span className="font-semibold">{categoryName}</span>,
  },
  products: {
    header: 'Productos',
    align: 'end',
    cell: ({ categoryName, products }) => (
      <ProductCount of={categoryName} count={products} to={PRODUCTS.url({ category: categoryName })} />
    ),
    className: 'as-table:w-28',
  },
  status: {
    header: 'Estado',
    cell: ({ status }) => <StatusMark active={status} />,
    className: 'as-table:w-40',
  },
  actions: {
    header: 'Acciones',
    bare: true,
    className: 'as-table:w-32',
    cell: (category) => <EditButton of={category.categoryName} onClick={() => edit(category)} />,
  },
})
