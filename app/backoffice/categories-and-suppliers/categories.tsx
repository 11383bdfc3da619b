import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Category } from '#contract/categories.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { pageTitle } from '../../pages/page-title.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { PRODUCTS } from '../products/product-filters.ts'
import { CategoryForm } from './category-form.tsx'
import { loadNames, type Names, NamesScreen, ProductCount, StatusMark } from './names-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Categorías') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadNames<Category>(request, 'category', (query) =>
    browserApi.listCategories({ query, signal: request.signal }),
  )
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
  mergeTitle: 'Unir Categoría',
}

function Screen({ loaderData: names }: { loaderData?: Names<Category> }) {
  return (
    <NamesScreen
      words={WORDS}
      kind="category"
      names={names}
      nameOf={({ categoryName }) => categoryName}
      columns={columns}
      tableFrom="narrow"
      exportAll={() => browserApi.exportCategories()}
      loadAll={() => browserApi.listCategories({ query: {} })}
      Form={CategoryForm}
    />
  )
}

const columns: Columns<Category> = {
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
}
