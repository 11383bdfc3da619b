import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { type Category, categoryBody } from '#contract/categories.ts'
import { browserApi } from '../../api/client.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { pageTitle } from '../../pages/page-title.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import { PRODUCTS } from '../products/product-filters.ts'
import { NameForm } from './name-forms.tsx'
import { loadNames, type Names, NamesScreen, ProductCount, StatusMark } from './names-screen.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Categorías') }]

type Row = Category & { name: string }

const named = (category: Category): Row => ({ ...category, name: category.categoryName })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadNames<Row>(request, 'category', async (query) => {
    const { data, total } = await browserApi.listCategories({ query, signal: request.signal })
    return { data: data.map(named), total }
  })
}

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

function Screen({ loaderData: names }: { loaderData?: Names<Row> }) {
  return (
    <NamesScreen
      words={WORDS}
      kind="category"
      names={names}
      columns={columns}
      tableFrom="narrow"
      exportAll={() => browserApi.exportCategories()}
      loadAll={async () => (await browserApi.listCategories({ query: {} })).data.map(named)}
      Form={CategoryForm}
    />
  )
}

const columns: Columns<Row> = {
  name: { header: 'Nombre', bare: true, className: 'font-semibold', cell: ({ name }) => name },
  products: {
    header: 'Productos',
    align: 'end',
    cell: ({ name, products }) => (
      <ProductCount of={name} count={products} to={PRODUCTS.url({ category: name })} />
    ),
    className: 'as-table:w-28',
  },
  status: {
    header: 'Estado',
    cell: ({ status }) => <StatusMark active={status} />,
    className: 'as-table:w-40',
  },
}

/** The category form: creates a category, or edits the given one. */
function CategoryForm({ row: category }: { row?: Row }) {
  const form = useSchemaForm(categoryBody, {
    categoryName: category?.name ?? '',
    status: category && !category.status ? 'false' : 'true',
  })
  return (
    <NameForm
      form={form}
      row={category}
      kind="category"
      about={category ? `la categoría «${category.name}»` : 'una categoría nueva'}
      save={(body) =>
        category
          ? browserApi.updateCategory({ body: { id: category._id, ...body } })
          : browserApi.createCategory({ body })
      }
    >
      {(field) => (
        <>
          <InputField label="Nombre" {...field('categoryName')} required data-autofocus autoComplete="off" />
          <SelectField label="Estado" {...field('status')} options={{ true: 'Activo', false: 'Inactivo' }} />
        </>
      )}
    </NameForm>
  )
}
