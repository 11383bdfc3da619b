import { useId } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { FileInput } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useObjectUrl } from '../../ui/object-url.ts'
import { ProductImage } from '../../ui/product-image.tsx'

const WIDTHS = [320, 640]

/** A product's image: the chosen file, the saved image, or a camera icon without any image. */
export function ImageField({
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
