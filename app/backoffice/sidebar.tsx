import { useId } from 'react'
import { href, NavLink, useLocation } from 'react-router'
import { logout } from '../account/logout.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import { type MenuItem, menu } from './menu.ts'
import { useOpenTasks } from './open-tasks/open-tasks.ts'
import { SoundSwitch } from './open-tasks/sound-switch.tsx'
import { BadgeWords, badgesOf, TaskBadges } from './open-tasks/task-badges.tsx'

const entry =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left font-semibold hover:bg-white/10 aria-[current=page]:bg-white/90 aria-[current=page]:text-night'

/** The back office's navigation: the items of the person's role. */
export function Sidebar() {
  const role = useSession()?.role
  // The sidebar is in the page twice: beside the content, and behind the phone's button.
  const id = useId()
  const items = menu.filter(({ roles }) => role && roles.includes(role))
  return (
    <nav aria-label="Administración" className="flex h-full flex-col gap-6 p-4">
      <ul className="grid gap-3">
        {grouped(items).map(({ group, items }, index) => (
          <li key={group ?? index} className={index > 0 ? 'border-white/15 border-t pt-3' : ''}>
            {group && (
              <p id={`${id}-${index}`} className="px-3 pb-1 text-leaf text-sm">
                {group}
              </p>
            )}
            <ul aria-labelledby={group && `${id}-${index}`} className="grid gap-1">
              {items.map((item) => (
                <Entry key={item.to} item={item} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {role && (
        <div className="mt-auto grid gap-1">
          {role === 'Administrador' && <SoundSwitch className={entry} />}
          <button type="button" onClick={() => logout('/')} className={entry}>
            <Icon name="logout" className="size-5" />
            Cerrar Sesión
          </button>
        </div>
      )}
    </nav>
  )
}

function Entry({ item: { to, name, icon } }: { item: MenuItem }) {
  const { pathname } = useLocation()
  // The product list's item is also current on its subscreens without an item of their own, such as the product form.
  const within = to === href('/dashboard/products') && !menu.some((item) => item.to === pathname)
  const badges = badgesOf(to, useOpenTasks())
  const badgesId = useId()
  return (
    <li className="relative">
      <NavLink
        to={to}
        end={!within}
        onClick={closePanel}
        className={entry}
        aria-describedby={badges.length > 0 ? badgesId : undefined}
      >
        <Icon name={icon} className="size-5" />
        {name}
        {badges.length > 0 && <BadgeWords id={badgesId} of={badges} />}
      </NavLink>
      <TaskBadges of={badges} onClick={closePanel} />
    </li>
  )
}

/** On a phone the sidebar is a popover, which closes when an item is chosen. */
function closePanel(event: React.MouseEvent<HTMLElement>) {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
}

/** Joins neighbouring items of the same group. */
function grouped(items: readonly MenuItem[]) {
  const groups: { group: string | undefined; items: MenuItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.group === item.group) last.items.push(item)
    else groups.push({ group: item.group, items: [item] })
  }
  return groups
}
