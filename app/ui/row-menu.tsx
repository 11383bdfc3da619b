import { IconButton } from './button.tsx'
import type { IconName } from './icons.tsx'
import { MenuRow, PopoverMenu } from './popover-menu.tsx'

type RowMenuItem = { name: string; icon: IconName; tone?: 'danger'; onClick: () => void }

/** The button's look and state while an action runs. It isn't disabled, because that would take the focus away. */
const BUSY = {
  icon: 'rotate',
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: React.MouseEvent) => event.preventDefault(),
} as const

/** A row's less frequent actions, behind a button; `false` stands for one that the row doesn't have. While `working` the button shows that an action is running. */
export function RowMenu({
  label,
  items: all,
  working = false,
}: {
  label: string
  items: readonly (RowMenuItem | false)[]
  working?: boolean
}) {
  const items = all.filter((item) => item !== false)
  if (items.length === 0) return null
  return (
    <PopoverMenu
      trigger={(props) => (
        <IconButton
          {...props}
          {...(working ? BUSY : { icon: 'more' })}
          label={label}
          className={`as-card:-ml-2.5 compact:as-table:-my-0.5 compact:as-table:size-8 ${working ? '[&>svg]:animate-turn' : ''}`}
        />
      )}
    >
      {items.map(({ name, icon, tone, onClick }) => (
        <MenuRow key={name} icon={icon} onClick={onClick} className={tone === 'danger' ? 'text-coral' : ''}>
          {name}
        </MenuRow>
      ))}
    </PopoverMenu>
  )
}
