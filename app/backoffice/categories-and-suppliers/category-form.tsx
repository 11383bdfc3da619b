import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Category, categoryBody } from '#contract/categories.ts'
import { browserApi } from '../../api/client.ts'
import { InputField, SelectField } from '../../ui/field.tsx'
import { NameForm, type NameFormProps } from './name-form.tsx'

/** The category form: creates a category, or edits the given one. */
export function CategoryForm(props: NameFormProps<Category>) {
  const { row: category } = props
  const form = useForm<z.input<typeof categoryBody>, unknown, z.output<typeof categoryBody>>({
    resolver: zodResolver(categoryBody),
    mode: 'onTouched',
    defaultValues: {
      categoryName: category?.categoryName ?? '',
      status: category && !category.status ? 'false' : 'true',
    },
  })
  const { errors } = form.formState
  return (
    <NameForm
      {...props}
      form={form}
      draftOf="category"
      about={category ? `la categoría «${category.categoryName}»` : 'una categoría nueva'}
      save={(body) =>
        category
          ? browserApi.updateCategory({ body: { id: category._id, ...body } })
          : browserApi.createCategory({ body })
      }
    >
      <InputField
        label="Nombre"
        {...form.register('categoryName')}
        required
        data-autofocus
        autoComplete="off"
        error={errors.categoryName?.message}
      />
      <SelectField label="Estado" {...form.register('status')} error={errors.status?.message}>
        <option value="true">Activo</option>
        <option value="false">Inactivo</option>
      </SelectField>
    </NameForm>
  )
}
