import { useId, useState } from 'react'
import { Icon } from './icons.tsx'

/**
 * A section that is folded on a phone until its heading is pressed, and open in wider windows.
 *
 * @param unfolded whether it is open on a phone at first
 * @param note shown at the end of the heading's line on a phone, readable without unfolding
 * @param footer the end of the section, which is never folded
 */
export function Foldable({
  title,
  note,
  footer,
  unfolded = false,
  className = '',
  children,
}: {
  title: string
  note?: React.ReactNode
  footer?: React.ReactNode
  unfolded?: boolean
  className?: string
  children: React.ReactNode
}) {
  const [open, setOpen] = useState(unfolded)
  const id = useId()
  return (
    <section aria-labelledby={`${id}-title`} className={`card ${className}`}>
      <div className="relative flex items-center gap-3 rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2">
        <h2 id={`${id}-title`} className="mr-auto text-lg">
          {title}
        </h2>
        <span className="text-soft tabular-nums sm:hidden">{note}</span>
        {/* The button covers the whole line. */}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-content`}
          aria-label={open ? `Ocultar ${title}` : `Ver ${title}`}
          onClick={() => setOpen(!open)}
          className="-my-2 grid size-11 shrink-0 place-items-center after:absolute after:inset-0 focus-visible:outline-none sm:hidden"
        >
          <Icon name="chevron-down" className={`size-5 transition-transform ${open ? 'rotate-180' : ''}`} />
        </button>
      </div>
      <div id={`${id}-content`} className={`mt-3 grid gap-4 ${open ? '' : 'max-sm:hidden'}`}>
        {children}
      </div>
      {footer && <div className="mt-4 grid gap-4">{footer}</div>}
    </section>
  )
}
