import { useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'

export type RowMenuItem = { name: string; icon: IconName; tone?: 'danger'; onClick: () => void }

/** The gap between the button and its menu, in pixels. */
const GAP = 4

/** A row's less frequent acts, behind a button. Escape and a press elsewhere close it. */
export function RowMenu({ label, items }: { label: string; items: readonly RowMenuItem[] }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  if (items.length === 0) return null

  /**
   * Below the button and from its left edge; above it, or up to its right edge, where there is no room. As a popover it isn't
   * clipped by the table.
   */
  function place() {
    if (!menu.current || !button.current) return
    const { top, bottom, left, right } = button.current.getBoundingClientRect()
    const { offsetHeight, offsetWidth, style } = menu.current
    const below = bottom + GAP + offsetHeight <= innerHeight
    style.top = `${below ? bottom + GAP : Math.max(GAP, top - GAP - offsetHeight)}px`
    const fits = left + offsetWidth <= document.documentElement.clientWidth - GAP
    style.left = `${fits ? left : Math.max(GAP, right - offsetWidth)}px`
  }

  return (
    <>
      <IconButton ref={button} icon="more" label={label} popoverTarget={id} />
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={place}
        className="fixed m-0 min-w-52 rounded-lg border border-line bg-paper p-2 text-ink shadow"
      >
        {items.map(({ name, icon, tone, onClick }) => (
          <button
            key={name}
            type="button"
            onClick={() => {
              menu.current?.hidePopover()
              onClick()
            }}
            className={`flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left font-semibold hover:bg-mint ${tone === 'danger' ? 'text-coral' : ''}`}
          >
            <Icon name={icon} className="size-5" />
            {name}
          </button>
        ))}
      </div>
    </>
  )
}
