import { useId, useRef } from 'react'
import { Icon, type IconName } from './icons.tsx'

/** The gap between the button and its menu, in pixels. */
const GAP_PX = 4

export const MENU_ROW =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left font-semibold hover:bg-mint'

export const closeMenu = ({ currentTarget }: React.MouseEvent) =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()

/** A row of a menu that acts and closes the menu. Without an icon its text keeps its place. */
export function MenuRow({
  icon,
  onClick,
  className = '',
  children,
  ...rest
}: Omit<React.ComponentProps<'button'>, 'onClick'> & { icon?: IconName | undefined; onClick: () => void }) {
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        closeMenu(event)
        onClick()
      }}
      className={`${MENU_ROW} ${className}`}
    >
      {icon ? <Icon name={icon} className="size-5" /> : <span className="size-5" />}
      {children}
    </button>
  )
}

/**
 * A button that opens a menu. Escape, a press elsewhere and each {@link MenuRow} close the menu.
 *
 * @param trigger the button; it takes the given props
 */
export function PopoverMenu({
  trigger,
  children,
}: {
  trigger: (props: { ref: React.Ref<HTMLButtonElement>; popoverTarget: string }) => React.ReactNode
  children: React.ReactNode
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
        {children}
      </div>
    </>
  )
}
