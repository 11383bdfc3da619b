import { useEffect, useId, useRef } from 'react'
import { href, Link, useLocation } from 'react-router'
import { logout } from '../account/logout.ts'
import { foldMenu } from '../listing/preferences.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import { isShownTo, type MenuItem, menu } from './menu.ts'
import { toggleChime, useChime } from './open-tasks/chime.ts'
import { useOpenTasks } from './open-tasks/open-tasks.ts'
import { BadgeWords, badgesOf, TaskBadges } from './open-tasks/task-badges.tsx'

const entry =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left lg:min-h-9 lg:leading-tight lg:[@media(max-height:60rem)]:min-h-7 font-semibold hover:bg-white/10 aria-[current=page]:bg-white/90 aria-[current=page]:text-night'

/**
 * The back office's navigation: the items of the person's role.
 *
 * @param folded whether the items are icons only
 * @param foldable whether there is a button that folds them
 */
export function Sidebar({ folded = false, foldable = false }: { folded?: boolean; foldable?: boolean }) {
  const role = useSession()?.role
  // The sidebar is in the page twice: beside the content, and behind the phone's button.
  const id = useId()
  const items = menu.filter((item) => isShownTo(role, item))
  const { pathname } = useLocation()
  const foldName = folded ? 'Mostrar el menú' : 'Plegar el menú'
  // A screen without an item, such as a product's form, belongs to the item with the longest path that its URL begins with.
  const [current] = menu
    .filter(({ to }) => pathname === to || (to !== href('/dashboard') && pathname.startsWith(`${to}/`)))
    .sort((one, other) => other.to.length - one.to.length)
  return (
    <nav aria-label="Administración" className="flex h-full flex-col gap-4 p-4 lg:gap-1 lg:py-1">
      {/* In a low window only the items scroll: 'Cerrar Sesión' stays in sight. */}
      <ul className="grid content-start gap-3 scrollbar-on-dark lg:-mx-2 lg:min-h-0 lg:flex-1 lg:gap-1 lg:overflow-y-auto lg:px-2 lg:py-0.5">
        {grouped(items).map(({ group, items }, index) => (
          <li key={group ?? index} className={index > 0 ? 'border-white/15 border-t pt-3 lg:pt-1' : ''}>
            {group && (
              <p id={`${id}-${index}`} className={folded ? 'sr-only' : 'px-3 pb-1 text-leaf text-sm'}>
                {group}
              </p>
            )}
            <ul aria-labelledby={group && `${id}-${index}`} className="grid gap-1 lg:gap-px">
              {items.map((item) => (
                <Entry key={item.to} item={item} folded={folded} current={item === current} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {role && (
        <div className="mt-auto grid gap-1 lg:gap-0.5">
          {role === 'Administrador' && <SoundSwitch className={entry} folded={folded} />}
          {/* 'Cerrar Sesión' and the button that folds the menu share a row, so that every item is in sight at 1280 × 800. */}
          <div className={folded ? 'grid gap-1' : 'flex gap-1'}>
            <button type="button" onClick={() => logout('/')} className={entry}>
              <Icon name="logout" className="size-5" />
              <Words of="Cerrar Sesión" folded={folded} />
            </button>
            {foldable && (
              <button
                type="button"
                onClick={() => foldMenu(!folded)}
                aria-expanded={!folded}
                aria-label={foldName}
                title={foldName}
                className={`${entry} ${folded ? '' : 'w-auto! px-2!'}`}
              >
                <Icon name={folded ? 'chevron-right' : 'chevron-left'} className="size-5" />
              </button>
            )}
          </div>
        </div>
      )}
    </nav>
  )
}

/** The text of an item. On a folded item it is there for screen readers and as the title. */
const Words = ({ of, folded }: { of: string; folded: boolean }) => (
  <span
    title={folded ? of : undefined}
    className={folded ? 'absolute inset-0 rounded-lg text-transparent' : ''}
  >
    <span className={folded ? 'sr-only' : ''}>{of}</span>
  </span>
)

function Entry({
  item: { to, name, icon },
  folded,
  current,
}: {
  item: MenuItem
  folded: boolean
  current: boolean
}) {
  const badges = badgesOf(to, useOpenTasks())
  const badgesId = useId()
  const link = useRef<HTMLAnchorElement>(null)
  // In a low window the items scroll, and the current one may be below the fold.
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <li className="relative">
      <Link
        ref={link}
        to={to}
        aria-current={current ? 'page' : undefined}
        onClick={closePanel}
        className={entry}
        aria-describedby={badges.length > 0 ? badgesId : undefined}
      >
        <Icon name={icon} className="size-5" />
        <Words of={name} folded={folded} />
        {badges.length > 0 && <BadgeWords id={badgesId} of={badges} />}
      </Link>
      <TaskBadges of={badges} folded={folded} onClick={closePanel} />
    </li>
  )
}

/** On a phone the sidebar is a popover, which closes when an item is chosen. */
function closePanel(event: React.MouseEvent<HTMLElement>) {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
}

function grouped(items: readonly MenuItem[]) {
  const groups: { group: string | undefined; items: MenuItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.group === item.group) last.items.push(item)
    else groups.push({ group: item.group, items: [item] })
  }
  return groups
}

function SoundSwitch({ className, folded }: { className: string; folded: boolean }) {
  const isOn = useChime()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={toggleChime}
      title={folded ? 'Aviso sonoro' : undefined}
      className={className}
    >
      <Icon name={isOn ? 'bell' : 'bell-off'} className="size-5" />
      <span className={folded ? 'sr-only' : ''}>Aviso sonoro</span>
      {!folded && (
        <span aria-hidden="true" className="ml-auto text-sm">
          {isOn ? 'Sí' : 'No'}
        </span>
      )}
    </button>
  )
}
