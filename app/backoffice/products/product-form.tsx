import { useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { href, useLocation, useNavigate, useRevalidator } from 'react-router'
import { type ProductField, productFieldNames } from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { showIssues } from '../../forms/show-issues.ts'
import { restart, useStartFromSaved } from '../../forms/start-from-saved.ts'
import { useUnsavedChanges } from '../../forms/unsaved-changes.ts'
import { type UnsavedDraft, useDraftValues, useKeepUnsaved } from '../../forms/unsaved-draft.ts'
import { useSaveKey } from '../../forms/use-save-key.ts'
import { ChangedProduct } from './changed-product.tsx'
import { FormActions } from './form-actions.tsx'
import { ImageField } from './image-field.tsx'
import type { Choices } from './load-choices.ts'
import { ProductFields } from './product-fields.tsx'
import { comparable, NEW_PRODUCT, type ProductValues, payload, seriesOf, valuesOf } from './product-values.ts'

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
  const navigate = useNavigate()
  const formElement = useRef<HTMLFormElement>(null)
  useSaveKey(formElement, isSubmitting)
  const unsaved = isDirty || image !== null
  useUnsavedChanges(unsaved)
  useDraftValues(form, draft)
  useStart(form, product === null)
  useKeepUnsaved(unsaved, () => ({
    form: 'product',
    about: product ? `el producto «${product.tradename}»` : 'un producto nuevo',
    row: product,
    values: form.getValues(),
    ...(image && { lost: 'la imagen hay que elegirla de nuevo' }),
  }))

  // After a save the product is loaded again.
  const onSent = useStartFromSaved(
    form,
    useMemo(() => (product ? valuesOf(product) : undefined), [product]),
  )

  async function save(values: ProductValues, version = product?.version): Promise<boolean> {
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
      return true
    } catch (error) {
      const refusal = await refusalOf(error)
      if (refusal.code === 'PRODUCT_CHANGED' && refusal.data) {
        setTheirs(refusal.data as Product)
        return false
      }
      setFailure(refusal.message)
      // Only the image can be refused for its size (413) or type (415).
      if (refusal.status === 413 || refusal.status === 415) setImageError(refusal.message)
      showIssues(refusal, form)
      return false
    }
  }

  /** The values of the next product, once this one is saved. */
  const [series, setSeries] = useState<Partial<ProductValues>>()
  useEffect(() => {
    // A field that was typed in since the save keeps the form open.
    if (series && !unsaved)
      void navigate(href('/dashboard/products/new-product'), { state: { start: series } })
  }, [series, unsaved, navigate])

  /** Another product of the same series: after a new one in the same form. */
  async function saveAndCreateAnother(values: ProductValues) {
    if (!(await save(values))) return
    const series = seriesOf(values)
    if (product) return setSeries(series)
    for (const [name, value] of Object.entries(series)) form.setValue(name as ProductField, value)
    form.setFocus('barcode')
  }

  return (
    <>
      <form
        ref={formElement}
        noValidate
        onSubmit={form.handleSubmit(async (values) => void (await save(values)))}
        className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]"
      >
        <div className="max-lg:max-w-60">
          <ImageField image={image} photo={product?.photo ?? ''} error={imageError} onChange={setImage} />
        </div>
        <ProductFields form={form} choices={choices} />
        <FormActions
          product={product}
          saving={isSubmitting}
          failure={failure}
          success={success}
          onCreateAnother={form.handleSubmit(async (values) => void (await saveAndCreateAnother(values)))}
        />
      </form>
      {product && (
        <ChangedProduct
          before={product}
          theirs={theirs}
          mine={() => comparable(form.getValues())}
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

/** Fills a new product's form in with the values of a duplicate or of the series that it belongs to. */
function useStart({ setValue }: UseFormReturn<ProductValues>, isNew: boolean) {
  const { start } = (useLocation().state ?? {}) as { start?: Partial<ProductValues> }
  useEffect(() => {
    if (!isNew || typeof start !== 'object') return
    for (const name of productFieldNames) if (start[name]) setValue(name, start[name], { shouldDirty: true })
  }, [start, isNew, setValue])
}
