import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { imageFile } from '../../ui/image-url.ts'
import { Picture } from '../../ui/picture.tsx'
import { showModal } from '../../ui/show-modal.ts'
import { useZoom } from '../../ui/use-zoom.ts'

/**
 * A product's photo in the whole window, from the window's size to four times that size. Buttons, the keys + - 0, the wheel, two
 * fingers and a double click zoom; arrows, scroll bars and a drag move the picture.
 */
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
  const { view, picture, zoom, zoomBy, isSmallest, isLargest, handlers } = useZoom()
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!open) dialog.current?.close()
    else if (!dialog.current?.open) {
      showModal(dialog.current)
      zoomBy(0)
    }
  }, [open, zoomBy])

  function onKeyDown({ key }: React.KeyboardEvent) {
    if (key === '+' || key === '=') zoomBy(1.5)
    if (key === '-') zoomBy(1 / 1.5)
    if (key === '0') zoomBy(0)
  }

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
          <IconButton icon="zoom-out" label="Alejar" disabled={isSmallest} onClick={() => zoomBy(1 / 1.5)} />
          <output aria-label="Aumento" className="w-12 text-center text-sm tabular-nums">
            {Math.round(zoom * 100)}%
          </output>
          <IconButton icon="zoom-in" label="Acercar" disabled={isLargest} onClick={() => zoomBy(1.5)} />
          <IconButton icon="close" label="Cerrar" onClick={() => dialog.current?.close()} />
        </header>
        <section
          ref={view}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
          tabIndex={0}
          aria-label="Imagen"
          className="min-h-0 flex-1 overflow-auto bg-white"
        >
          <div
            ref={picture}
            {...handlers}
            className={`size-full touch-none select-none ${isSmallest ? 'cursor-zoom-in' : 'cursor-grab active:cursor-grabbing'}`}
          >
            {failed ? (
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
            )}
          </div>
        </section>
      </div>
    </dialog>
  )
}
