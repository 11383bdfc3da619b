import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { MENU_ROW, PopoverMenu } from './popover-menu.tsx'

export type RowMenuItem = { name: string; icon: IconName; tone?: 'danger'; onClick: () => void }

/** A row's less frequent actions, behind a button. */
export function RowMenu({ label, items }: { label: string; items: readonly RowMenuItem[] }) {
  if (items.length === 0) return null
  return (
    <PopoverMenu trigger={(props) => <IconButton {...props} icon="more" label={label} />}>
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
