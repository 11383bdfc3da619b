import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { useBackCloses } from './modal-history.ts'
import { showModal } from './show-modal.ts'

/** The duration of a modal's fade, as in `fades` of app.css. */
const FADE_MS = 500

/**
 * A modal dialog: a native `<dialog>`, which traps the focus, restores it and makes the page behind it inert. Escape, the
 * backdrop, the close button and Back call `onClose`. Each opening mounts new content, so that forms start empty. Content with
 * `data-wide` makes it wide.
 */
export function Modal({
  open,
  onClose,
  title,
  wide = false,
  tools,
  backCloses = true,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  wide?: boolean | 'widest'
  /** Stands in the header, before the close button. */
  tools?: React.ReactNode
  /** False for a modal whose links close it and open another page at the same time. */
  backCloses?: boolean
  children: React.ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [opening, setOpening] = useState({ open, count: 0 })
  if (opening.open !== open) setOpening({ open, count: opening.count + Number(open) })
  const content = useFading(
    open,
    // A modal may open again while its last content still fades: that content isn't used again.
    <div key={opening.count} className="flex max-h-[calc(100dvh-2rem)] flex-col">
      <header className="flex items-center justify-between gap-4 border-line border-b py-2 pr-2 pl-4 sm:pl-6">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        <div className="flex items-center gap-1">
          {tools}
          <IconButton icon="close" label="Cerrar" onClick={onClose} />
        </div>
      </header>
      <div className="overflow-y-auto p-4 sm:p-6">{children}</div>
    </div>,
  )

  useBackCloses(open && backCloses, onClose)

  useEffect(() => {
    if (!open) dialog.current?.close()
    else if (!dialog.current?.open) {
      showModal(dialog.current)
      dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
  }, [open])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={content ? titleId : undefined}
      onCancel={(event) => {
        // The cancel event of a file input in the modal bubbles up to here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        // Browsers tell of a close in the next frame, when the modal may be open again.
        if (open && !currentTarget.open) onClose()
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
      className={`fades m-auto w-[calc(100%-2rem)] overflow-clip rounded-lg bg-paper text-ink shadow has-data-wide:max-w-dialog-wide ${widthOf(wide)}`}
    >
      {content}
    </dialog>
  )
}

const widthOf = (wide: boolean | 'widest') =>
  wide === 'widest' ? 'max-w-dialog-widest' : wide ? 'max-w-dialog-wide' : 'max-w-dialog'

/** The modal's content while it is open; after the close the last content, until the fade is over. */
function useFading(open: boolean, shown: React.ReactNode) {
  const last = useRef<React.ReactNode>(null)
  const [, setFaded] = useState({})
  if (open) last.current = shown
  useEffect(() => {
    if (open) return
    const timer = setTimeout(() => {
      last.current = null
      setFaded({})
    }, FADE_MS)
    return () => clearTimeout(timer)
  }, [open])
  return last.current
}
