import { useEffect, useId, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, useLocation, useNavigate, useRevalidator } from 'react-router'
import { type ProductField, productFieldNames } from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import { ApiError, browserApi } from '../../api/client.ts'
import { type UnsavedDraft, useUnsavedDraft } from '../../forms/draft.ts'
import { resetKeepingEdits, useStartFromSaved } from '../../forms/start-from-saved.ts'
import { useUnsavedChanges } from '../../forms/unsaved-changes.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useObjectUrl } from '../../ui/object-url.ts'
import { ProductImage } from '../../ui/product-image.tsx'
import { ChangedProduct } from './changed-product.tsx'
import { ProductFields, type ProductFormOptions } from './product-fields.tsx'
import {
  duplicateOf,
  NEW_PRODUCT,
  type ProductValues,
  payload,
  seriesOf,
  valuesOf,
  withParsedPrices,
} from './product-values.ts'

/**
 * The router state of a new product's screen: the values of a duplicate or of the series that it belongs to, and whether the
 * screen returns to an open receipt after the save.
 */
type State = { start?: Partial<ProductValues>; receiving?: true }

/** The product form: creates a product, or edits the given one. A failure shows beside the button, without a dialog. */
export function ProductForm({
  options,
  loaded,
  draft,
}: {
  options: ProductFormOptions
  loaded: Product | null
  draft: UnsavedDraft | null
}) {
  // A draft starts from the product as it was then, so that the save tells what others have changed since.
  const [base, setBase] = useState(draft?.row as Product | null | undefined)
  const product = base ?? loaded
  const form = useForm<ProductValues>({ defaultValues: product ? valuesOf(product) : NEW_PRODUCT })
  const { isDirty } = form.formState
  const [image, setImage] = useState<File | null>(null)
  const [imageError, setImageError] = useState<string>()
  const [success, setSuccess] = useState<string>()
  /** The product as somebody else saved it while it was being edited. */
  const [theirs, setTheirs] = useState<Product | null>(null)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { receiving, start } = (useLocation().state ?? {}) as State
  const unsaved = isDirty || image !== null
  useUnsavedChanges(unsaved)
  useUnsavedDraft(
    form,
    draft,
    () => ({
      form: 'product',
      about: product ? `el producto «${product.tradename}»` : 'un producto nuevo',
      row: product,
      values: form.getValues(),
      ...(image && { lost: 'la imagen hay que elegirla de nuevo' }),
    }),
    unsaved,
  )
  const isNew = product === null
  const { setValue } = form
  useEffect(() => {
    if (!isNew || typeof start !== 'object') return
    for (const name of productFieldNames) if (start[name]) setValue(name, start[name], { shouldDirty: true })
  }, [start, isNew, setValue])
  const { formProps, submit, sending, failure } = useSubmit(form, save, { saveKey: true })

  // After a save the product is loaded again.
  const onSent = useStartFromSaved(
    form,
    useMemo(() => (product ? valuesOf(product) : undefined), [product]),
  )

  /** `detail.another` starts another product after the save; `detail.version` is the version that the person chose to overwrite. */
  async function save(values: ProductValues, { detail }: { detail?: { another?: true; version?: string } }) {
    setSuccess(undefined)
    setImageError(undefined)
    const sent = payload(values, image, detail?.version ?? product?.version)
    const answer = await (product
      ? browserApi.updateProduct({ params: { id: product._id }, form: sent })
      : browserApi.createProduct({ form: sent })
    ).catch(takeRefusal)
    if (!answer) return
    setImage((now) => (now === image ? null : now))
    if (product) {
      onSent(values)
      await revalidate()
      setBase(null)
    } else resetKeepingEdits(form, NEW_PRODUCT, values)
    setSuccess(answer.message)
    if (detail?.another) createAnother(seriesOf(values))
    else if (!product && receiving) setNext({ to: href('/dashboard/products/receive') })
  }

  /**
   * Shows changes by somebody else beside the person's own, and throws every other error. A refused image's message also stands
   * at the image.
   */
  function takeRefusal(error: unknown): undefined {
    if (!(error instanceof ApiError)) throw error
    // Only the image can be refused for its size (413) or type (415).
    if (error.status === 413 || error.status === 415) setImageError(error.message)
    const changed = error.dataOf('PRODUCT_CHANGED')
    if (!changed) throw error
    setTheirs(changed)
  }

  /** The screen to open once this product is saved. */
  const [next, setNext] = useState<{ to: string; state?: object }>()
  useEffect(() => {
    // A field that was typed in since the save keeps the form open.
    if (next && !unsaved) void navigate(next.to, { state: next.state })
  }, [next, unsaved, navigate])

  /**
   * Starts another product of the same series: after a new product in the same form, after an edited product on the screen for a
   * new one.
   */
  function createAnother(series: Partial<ProductValues>) {
    if (product) return setNext({ to: href('/dashboard/products/new-product'), state: { start: series } })
    for (const [name, value] of Object.entries(series)) form.setValue(name as ProductField, value)
    form.setFocus('barcode')
  }

  return (
    <>
      <form {...formProps} className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="max-lg:max-w-60">
          <ImageField image={image} photo={product?.photo ?? ''} error={imageError} onChange={setImage} />
        </div>
        <ProductFields form={form} options={options} />
        {/* The buttons stay at the bottom of the window; on a phone only the save button does. */}
        <div className="max-sm:contents sm:window-bar sm:card sm:flex sm:flex-wrap sm:items-center sm:gap-3 sm:px-4 sm:py-3 sm:shadow lg:col-start-2">
          <div className="phone-bar grid gap-2 max-sm:order-last max-sm:-mx-4 max-sm:border-line max-sm:border-t max-sm:bg-paper max-sm:px-4 max-sm:py-3 sm:contents">
            <Button type="submit" title="Ctrl+S" loading={sending} className="min-w-56 sm:order-1">
              {product ? 'Actualizar Producto' : 'Agregar Nuevo Producto'}
            </Button>
            <div className="empty:hidden has-[p:empty+p:empty]:hidden sm:order-3 sm:w-full">
              <FieldError error={failure} />
              <p role="status" className="font-semibold text-brand text-sm empty:hidden">
                {success}
              </p>
            </div>
          </div>
          <div className="flex flex-wrap gap-3 sm:order-2">
            <Button
              look="secondary"
              disabled={sending}
              onClick={() => submit(undefined, { another: true })}
              className="max-sm:flex-1"
            >
              Guardar y crear otro
            </Button>
            {product && (
              <LinkButton
                to={href('/dashboard/products/new-product')}
                state={{ start: duplicateOf(product) }}
                look="secondary"
                icon="copy"
                className="max-sm:flex-1"
              >
                Duplicar
              </LinkButton>
            )}
          </div>
        </div>
      </form>
      {product && (
        <ChangedProduct
          before={product}
          theirs={theirs}
          mine={() => withParsedPrices(form.getValues())}
          onClose={() => setTheirs(null)}
          onChoose={(values) => {
            for (const [name, value] of Object.entries(values))
              form.setValue(name as keyof ProductValues, value, { shouldDirty: true })
            setTheirs(null)
            if (theirs) void submit(undefined, { version: theirs.version })
          }}
        />
      )}
    </>
  )
}

const WIDTHS = [320, 640]

/** A product's image: the chosen file, the saved image, or a camera icon without any image. */
function ImageField({
  image,
  photo,
  error,
  onChange,
}: {
  image: File | null
  /** The file name of the saved image; empty when there is none. */
  photo: string
  error: string | undefined
  onChange: (image: File) => void
}) {
  const id = useId()
  const chosen = useObjectUrl(image)
  return (
    <div className="grid content-start gap-2">
      <label
        htmlFor={id}
        className="card relative grid cursor-pointer gap-3 p-4 text-center has-focus-visible:outline-3 has-focus-visible:outline-brand"
      >
        <span className="font-semibold text-sm">Imagen</span>
        <span className="grid aspect-square place-items-center overflow-clip rounded-lg bg-mint text-brand">
          {chosen ? (
            <img src={chosen} alt="Vista previa" className="size-full object-contain" />
          ) : photo ? (
            <ProductImage photo={photo} alt="Imagen actual" sizes="15rem" widths={WIDTHS} load="early" />
          ) : (
            <span role="img" aria-label="Sin imagen">
              <Icon name="camera" className="size-16" />
            </span>
          )}
        </span>
        <span className="font-semibold text-brand text-sm">
          {chosen || photo ? 'Cambiar imagen' : 'Elegir imagen'}
        </span>
        <FileInput
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onFiles={([file]) => file && onChange(file)}
        />
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
