import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { Product } from '#contract/products.ts'
import { browserApi } from '../../api.ts'
import { showIssues } from '../../forms/show-issues.ts'
import { restart, useStartFromSaved } from '../../forms/start-from-saved.ts'
import { useUnsavedChanges } from '../../forms/unsaved-changes.ts'
import { type UnsavedDraft, useDraftValues, useKeepUnsaved } from '../../forms/unsaved-draft.ts'
import { refusalOf } from '../../server-failure.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { ChangedProduct } from './changed-product.tsx'
import { ImageField } from './image-field.tsx'
import type { Choices } from './load-choices.ts'
import { ProductFields } from './product-fields.tsx'
import { NEW_PRODUCT, type ProductValues, payload, valuesOf } from './product-values.ts'

/** The product form: creates a product, or edits the given one. A failure shows beside the button, without a dialog. */
export function ProductForm({
  choices,
  loaded,
  draft,
}: {
  choices: Choices
  loaded: Product | null
  draft: UnsavedDraft | null
}) {
  // A draft belongs to the product as it was then: the save finds out what others have changed since.
  const [base, setBase] = useState(draft?.row as Product | null | undefined)
  const product = base ?? loaded
  const form = useForm<ProductValues>({ defaultValues: product ? valuesOf(product) : NEW_PRODUCT })
  const { isSubmitting, isDirty } = form.formState
  const [image, setImage] = useState<File | null>(null)
  const [imageError, setImageError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [success, setSuccess] = useState<string>()
  /** The product as somebody else saved it while it was being edited. */
  const [theirs, setTheirs] = useState<Product | null>(null)
  const { revalidate } = useRevalidator()
  const unsaved = isDirty || image !== null
  useUnsavedChanges(unsaved)
  useDraftValues(form, draft)
  useKeepUnsaved(unsaved, () => ({
    form: 'product',
    about: product ? `el producto «${product.tradename}»` : 'un producto nuevo',
    row: product,
    values: form.getValues(),
    image: image !== null,
  }))

  // After a save the product is loaded again.
  const onSent = useStartFromSaved(
    form,
    useMemo(() => (product ? valuesOf(product) : undefined), [product]),
  )

  async function save(values: ProductValues, version = product?.version) {
    setFailure(undefined)
    setSuccess(undefined)
    setImageError(undefined)
    try {
      const sent = payload(values, image, version)
      const { message } = product
        ? await browserApi.updateProduct({ params: { id: product._id }, form: sent })
        : await browserApi.createProduct({ form: sent })
      setImage((now) => (now === image ? null : now))
      if (product) {
        onSent(values)
        await revalidate()
        setBase(null)
      } else restart(form, NEW_PRODUCT, values)
      setSuccess(message)
    } catch (error) {
      const refusal = await refusalOf(error)
      if (refusal.code === 'PRODUCT_CHANGED' && refusal.data) return setTheirs(refusal.data as Product)
      setFailure(refusal.message)
      // Only the image can be refused for its size (413) or type (415).
      if (refusal.status === 413 || refusal.status === 415) setImageError(refusal.message)
      showIssues(refusal, form)
    }
  }

  return (
    <>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => save(values))}
        className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]"
      >
        <div className="max-lg:max-w-60">
          <ImageField image={image} photo={product?.photo ?? ''} error={imageError} onChange={setImage} />
        </div>
        <div className="grid gap-5">
          <ProductFields form={form} choices={choices} />
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" loading={isSubmitting} className="min-w-56 max-sm:w-full">
              {product ? 'Actualizar Producto' : 'Agregar Nuevo Producto'}
            </Button>
            <FieldError error={failure} />
            <p role="status" className="font-semibold text-brand text-sm empty:hidden">
              {success}
            </p>
          </div>
        </div>
      </form>
      {product && (
        <ChangedProduct
          before={product}
          theirs={theirs}
          mine={form.getValues}
          onClose={() => setTheirs(null)}
          onChoose={(values) => {
            for (const [name, value] of Object.entries(values))
              form.setValue(name as keyof ProductValues, value, { shouldDirty: true })
            setTheirs(null)
            if (theirs) void form.handleSubmit((all) => save(all, theirs.version))()
          }}
        />
      )}
    </>
  )
}
