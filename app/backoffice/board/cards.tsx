import { Link } from 'react-router'
import { useSession } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { cards } from '../menu.ts'

/** A card for each screen of the role. */
export function Cards() {
  const role = useSession()?.role
  const shown = cards.filter(({ roles }) => role && roles.includes(role))
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {shown.map(({ to, name, text, icon }) => (
        <li
          key={to}
          className="card relative flex items-center gap-3 p-4 transition-colors hover:border-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2"
        >
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-mint text-brand">
            <Icon name={icon} className="size-5" />
          </span>
          <div className="mr-auto min-w-0">
            <h2 className="text-base">{name}</h2>
            <p className="text-sm text-soft">{text}</p>
          </div>
          {/* The link covers the whole card. */}
          <Link
            to={to}
            className="flex items-center self-stretch font-semibold text-brand text-sm after:absolute after:inset-0 focus-visible:outline-none"
          >
            Ir<span className="sr-only"> a {name}</span>
            <Icon name="chevron-right" className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
