import { useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { imageFile, imageUrl } from '../../ui/image-url.ts'
import { ProductImage } from '../../ui/product-image.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'

const WIDTHS = [320, 640, 960]

const loadDialog = () => import('./zoom-dialog.tsx').then(({ ZoomDialog }) => ZoomDialog)

/** A product's photo, which opens as a large picture. The code of the large picture is loaded on the first press. */
export function ZoomableImage({ photo, alt }: { photo: string | null | undefined; alt: string }) {
  const [open, setOpen] = useState(false)
  const Dialog = useLazyPart(loadDialog, {
    needed: open,
    onFailure: () => {
      setOpen(false)
      // Without the code, the browser itself shows the picture.
      if (photo) location.assign(imageFile(imageUrl('product', photo), 1600))
    },
  })

  return (
    <>
      <ProductImage
        photo={photo}
        alt={alt}
        load="first"
        widths={WIDTHS}
        sizes="(min-width: 1280px) 580px, (min-width: 768px) 45vw, min(384px, 100vw)"
        className="border border-line"
      />
      {photo && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label="Ampliar la imagen"
          onClick={() => setOpen(true)}
          className="group absolute inset-0 cursor-zoom-in rounded-lg"
        >
          <span className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full border border-line bg-paper/90 text-brand transition-colors group-hover:bg-mint">
            <Icon name="zoom-in" />
          </span>
        </button>
      )}
      {photo && Dialog && (
        <Dialog open={open} onClose={() => setOpen(false)} url={imageUrl('product', photo)} alt={alt} />
      )}
    </>
  )
}
