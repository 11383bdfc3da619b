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

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadNames<Category>(request, 'category', (query) =>
    browserApi.listCategories({ query, signal: request.signal }),
  )
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
    className: 'font-semibold',
    cell: ({ categoryName }) => categoryName,
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

/** The category form: creates a category, or edits the given one. */
function CategoryForm({ row: category }: { row?: Category }) {
  const form = useSchemaForm(categoryBody, {
    categoryName: category?.categoryName ?? '',
    status: category && !category.status ? 'false' : 'true',
  })
  return (
    <NameForm
      form={form}
      row={category}
      named={category && { ...category, name: category.categoryName }}
      nameIn={(body) => body.categoryName}
      kind="category"
      about={category ? `la categoría «${category.categoryName}»` : 'una categoría nueva'}
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
