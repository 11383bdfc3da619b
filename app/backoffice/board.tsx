import type { MetaFunction } from 'react-router'
import { requireRole } from '../guard.ts'
import { useSession } from '../session.ts'
import { LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { pageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { cards } from './menu.ts'
import { useRouted } from './routed.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Tablero') }]

export function clientLoader() {
  requireRole(['Administrador', 'Marketing'])
  return null
}
clientLoader.hydrate = true as const

const grid = 'mt-6 grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

export function HydrateFallback() {
  return (
    <>
      <h1 className="text-xl">Tablero</h1>
      <div className={grid}>
        <Skeleton className="h-40" />
      </div>
    </>
  )
}

/** The board (spec §2): where each part of the back office is entered. */
export default function Board() {
  const role = useSession()?.role
  const routed = useRouted()
  const shown = cards.filter(({ to, roles }) => role && roles.includes(role) && routed(to))
  return (
    <>
      <h1 className="text-xl">Tablero</h1>
      <ul className={grid}>
        {shown.map(({ to, name, text, icon }) => (
          <li key={to} className="card flex min-h-40 flex-col gap-4 p-5">
            <div className="flex items-start gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-mint text-brand">
                <Icon name={icon} />
              </span>
              <div className="min-w-0">
                <h2 className="text-lg">{name}</h2>
                <p className="text-soft">{text}</p>
              </div>
            </div>
            <LinkButton to={to} look="secondary" small className="mt-auto w-fit min-w-20">
              Ir<span className="sr-only"> a {name}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </>
  )
}
