import { useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'

export type RowMenuItem = { name: string; icon: IconName; tone?: 'danger'; onClick: () => void }

/** The gap between the button and its menu, in pixels. */
const GAP_PX = 4

/** A row's less frequent actions, behind a button. Escape and a press elsewhere close the menu. */
export function RowMenu({ label, items }: { label: string; items: readonly RowMenuItem[] }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  if (items.length === 0) return null

  /**
   * Places the menu below the button, from its left edge; above it, or up to its right edge, where there is no room. A popover
   * isn't clipped by the table.
   */
  function place() {
    if (!menu.current || !button.current) return
    const { top, bottom, left, right } = button.current.getBoundingClientRect()
    const { offsetHeight, offsetWidth, style } = menu.current
    const below = bottom + GAP_PX + offsetHeight <= innerHeight
    style.top = `${below ? bottom + GAP_PX : Math.max(GAP_PX, top - GAP_PX - offsetHeight)}px`
    const fits = left + offsetWidth <= document.documentElement.clientWidth - GAP_PX
    style.left = `${fits ? left : Math.max(GAP_PX, right - offsetWidth)}px`
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
