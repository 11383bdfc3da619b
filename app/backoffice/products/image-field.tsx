import { useId } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useObjectUrl } from '../../ui/object-url.ts'
import { ProductImage } from '../../ui/product-image.tsx'

/** A product's image: the chosen one, the one it has, or a camera until there is one (spec §2). */
export function ImageField({
  image,
  photo,
  error,
  onChange,
}: {
  image: File | null
  /** The name of the one that it has. */
  photo: string
  error: string | undefined
  onChange: (image: File | null) => void
}) {
  const id = useId()
  const chosen = useObjectUrl(image)
  return (
    <div className="grid content-start gap-2">
      <label
        htmlFor={id}
        className="card grid cursor-pointer gap-3 p-4 text-center has-focus-visible:outline-3 has-focus-visible:outline-brand"
      >
        <span className="font-semibold text-sm">Imagen</span>
        <span className="grid aspect-square place-items-center overflow-clip rounded-lg bg-mint text-brand">
          {chosen ? (
            <img src={chosen} alt="Vista previa" className="size-full object-contain" />
          ) : photo ? (
            <ProductImage photo={photo} alt="Imagen actual" sizes="15rem" first />
          ) : (
            <span role="img" aria-label="Sin imagen">
              <Icon name="camera" className="size-16" />
            </span>
          )}
        </span>
        <span className="font-semibold text-brand text-sm">
          {chosen || photo ? 'Cambiar imagen' : 'Elegir imagen'}
        </span>
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          // Emptied at once, so that the same file can be chosen again after a reset.
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
          onChange={(event) => event.target.files?.[0] && onChange(event.target.files[0])}
          className="sr-only"
        />
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
