import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { imageFile } from '../../ui/image-url.ts'
import { Picture } from '../../ui/picture.tsx'
import { showModal } from '../../ui/show-modal.ts'
import { useZoom } from '../../ui/use-zoom.tsx'

export function ZoomDialog({
  open,
  onClose,
  url,
  alt,
}: {
  open: boolean
  onClose: () => void
  url: string
  alt: string
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { view, zoomBy, onKeyDown, buttons } = useZoom()
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!open) dialog.current?.close()
    else if (!dialog.current?.open) {
      showModal(dialog.current)
      zoomBy(0)
    }
  }, [open, zoomBy])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="fades m-0 h-dvh max-h-none w-full max-w-none overflow-clip bg-paper p-0 text-ink"
    >
      <div className="flex h-full flex-col">
        <header className="flex items-center gap-1 border-line border-b py-2 pr-2 pl-4 sm:pl-6">
          <h2 id={titleId} className="mr-auto line-clamp-2 text-base leading-snug">
            <span className="sr-only">Imagen de </span>
            {alt}
          </h2>
          {buttons}
          <IconButton icon="close" label="Cerrar" onClick={() => dialog.current?.close()} />
        </header>
        {view(
          'min-h-0 flex-1 bg-white',
          failed ? (
            <p className="grid size-full place-items-center p-4 text-center text-soft">
              No pudimos cargar la imagen.
            </p>
          ) : (
            <Picture
              url={url}
              widths={[1600]}
              src={imageFile(url, 1600)}
              sizes="100vw"
              alt={alt}
              draggable={false}
              onError={() => setFailed(true)}
              className="size-full object-contain"
            />
          ),
        )}
      </div>
    </dialog>
  )
}
