import { type Category, categoryBody } from '#contract/categories.ts'
import { browserApi } from '../../api/client.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { InputField, SelectField } from '../../ui/field.tsx'
import { NameForm } from './name-form.tsx'

/** The category form: creates a category, or edits the given one. */
export function CategoryForm({ row: category }: { row?: Category }) {
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
          <SelectField label="Estado" {...field('status')}>
            <option value="true">Activo</option>
            <option value="false">Inactivo</option>
          </SelectField>
        </>
      )}
    </NameForm>
  )
}
