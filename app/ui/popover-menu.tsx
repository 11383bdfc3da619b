import { useId, useRef } from 'react'

/** The gap between the button and its menu, in pixels. */
const GAP_PX = 4

/** A menu row's look, for buttons and links. */
export const MENU_ROW =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left font-semibold hover:bg-mint'

/**
 * A button that opens a menu. Escape and a press elsewhere close the menu, and so does its content by `close`.
 *
 * @param trigger the button; it takes the given props
 */
export function PopoverMenu({
  trigger,
  children,
}: {
  trigger: (props: { ref: React.Ref<HTMLButtonElement>; popoverTarget: string }) => React.ReactNode
  children: (close: () => void) => React.ReactNode
}) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

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
      {trigger({ ref: button, popoverTarget: id })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={place}
        className="fixed m-0 min-w-52 rounded-lg border border-line bg-paper p-2 text-ink shadow"
      >
        {children(() => menu.current?.hidePopover())}
      </div>
    </>
  )
}
