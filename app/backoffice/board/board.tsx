import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { browserApi } from '../../api.ts'
import { useSession } from '../../browser/session.ts'
import { loadListing } from '../../listing/load-listing.ts'
import { requireRole } from '../../require-role.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cards } from '../menu.ts'
import { ActivityTable } from './activity-table.tsx'
import { Figures } from './figures.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Tablero') }]

/** Calls only what the role may call: a 403 would end the session (docs/product.md#status-codes). */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { role } = requireRole(['Administrador', 'Marketing'])
  if (role !== 'Administrador') return null
  const { signal } = request
  return loadListing(request, (query) => browserApi.listActivity({ query, signal }))
}
clientLoader.hydrate = true as const

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

export function HydrateFallback() {
  return (
    <>
      <h1 className="mb-6 text-xl">Tablero</h1>
      <div className={grid}>
        <Skeleton className="h-40" />
      </div>
    </>
  )
}

/** The board (docs/product.md#board): today's figures, links to the screens, the latest logins. */
export default function Board() {
  const activity = useLoaderData<typeof clientLoader>()
  return (
    <>
      <h1 className="mb-6 text-xl">Tablero</h1>
      {activity && <Figures />}
      <Cards />
      {activity && (
        <div className="mt-10">
          <ActivityTable listing={activity} />
        </div>
      )}
    </>
  )
}

function Cards() {
  const role = useSession()?.role
  const shown = cards.filter(({ roles }) => role && roles.includes(role))
  return (
    <ul className={grid}>
      {shown.map(({ to, name, text, icon }) => (
        <li key={to} className="card flex min-h-36 flex-col gap-4 p-5">
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
  )
}
