import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'

/** How long a modal takes to come and to go (spec §9); `fades` in app.css draws it. */
const FADE_MS = 500

/**
 * A modal dialog. The browser's own: it keeps the focus in, gives it back, and makes the page behind it inert. Closes on
 * Escape, on the backdrop and on its button by calling `onClose`; what it held leaves the page when the fade is over, so
 * that forms start afresh.
 */
export function Modal({
  open,
  onClose,
  title,
  wide = false,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  wide?: boolean
  children: React.ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const held = useHeld(open, children)

  useEffect(() => {
    if (!open) dialog.current?.close()
    else if (!dialog.current?.open) {
      dialog.current?.showModal()
      dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
  }, [open])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser that is left without choosing cancels too, and its event comes by here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={() => open && onClose()}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
      className={`fades m-auto w-[calc(100%-2rem)] overflow-clip rounded-lg bg-paper text-ink shadow ${wide ? 'max-w-dialog-wide' : 'max-w-dialog'}`}
    >
      <div className="flex max-h-[calc(100dvh-2rem)] flex-col">
        <header className="flex items-center justify-between gap-4 border-line border-b py-2 pr-2 pl-4 sm:pl-6">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          <IconButton icon="close" label="Cerrar" onClick={onClose} />
        </header>
        <div className="overflow-y-auto p-4 sm:p-6">{held}</div>
      </div>
    </dialog>
  )
}

/** The content while it is open and until the fade out is over. */
function useHeld(open: boolean, children: React.ReactNode) {
  const [held, setHeld] = useState<React.ReactNode>(null)
  useEffect(() => {
    if (open) {
      setHeld(children)
      return
    }
    const timer = setTimeout(() => setHeld(null), FADE_MS)
    return () => clearTimeout(timer)
  }, [open, children])
  return open ? children : held
}
