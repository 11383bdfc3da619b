import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { MENU_ROW, PopoverMenu } from './popover-menu.tsx'

export type RowMenuItem = { name: string; icon: IconName; tone?: 'danger'; onClick: () => void }

/** The button's look and state while an action runs. It isn't disabled, because that would take the focus away. */
const BUSY = {
  icon: 'rotate',
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: React.MouseEvent) => event.preventDefault(),
} as const

/** A row's less frequent actions, behind a button. While `working` the button shows that an action is running. */
export function RowMenu({
  label,
  items,
  working = false,
}: {
  label: string
  items: readonly RowMenuItem[]
  working?: boolean
}) {
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
      {(close) =>
        items.map(({ name, icon, tone, onClick }) => (
          <button
            key={name}
            type="button"
            onClick={() => {
              close()
              onClick()
            }}
            className={`${MENU_ROW} ${tone === 'danger' ? 'text-coral' : ''}`}
          >
            <Icon name={icon} className="size-5" />
            {name}
          </button>
        ))
      }
    </PopoverMenu>
  )
}
