import { type ClientLoaderFunctionArgs, Link, type MetaFunction } from 'react-router'
import type { AuditEntry } from '#contract/audit.ts'
import { today } from '#contract/store-day.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { useList } from '../../listing/listing.ts'
import { readState } from '../../listing/url-state.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AUDIT, FIRST_PAGE } from './audit-filters.ts'
import { type Actor, FilterBar } from './filter-bar.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Actividad') }]

type Page = {
  entries: AuditEntry[]
  newer: boolean
  older: boolean
  actors: Actor[]
  /** The message of a failed load; null after a successful load. */
  failure: string | null
}

/** Loads a page of entries, and the people to filter by. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Page> {
  requireRole(['Administrador'])
  const { signal } = request
  const query = readState(AUDIT.filters, new URL(request.url).searchParams)
  try {
    const [{ data: entries, newer, older }, { data: actors }] = await Promise.all([
      browserApi.listAudit({ query, signal }),
      browserApi.listAuditActors({ signal }),
    ])
    return { entries, newer, older, actors, failure: null }
  } catch (error) {
    const { message } = await refusalOf(error)
    return { entries: [], newer: false, older: false, actors: [], failure: message }
  }
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: page }: { loaderData?: Page }) {
  const { before: _, after: __, ...filters } = useList(AUDIT).filters
  return (
    <section aria-label="Actividad" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">Actividad</h1>
        <DownloadButton
          load={() => browserApi.exportAudit({ query: filters })}
          fileName={() => `actividad-${today()}.xlsx`}
          className="max-sm:w-full"
        >
          Descargar actividad (Excel)
        </DownloadButton>
      </div>
      <FilterBar loaded={page !== undefined} actors={page?.actors ?? []} subject={page?.entries[0]?.label} />
      <DataTable
        label="Actividad"
        columns={auditColumns}
        rows={page?.entries}
        rowKey={({ _id }) => String(_id)}
        empty={page?.failure ? <ListFailure text={page.failure} /> : 'No hay actividad con estos filtros'}
        tableFrom="wide"
      />
      {page && <Steps page={page} />}
    </section>
  )
}

/** The links Anterior and Siguiente. Each page begins at an entry, so that new entries don't shift the pages. */
function Steps({ page: { entries, newer, older } }: { page: Page }) {
  const { link } = useList(AUDIT)
  if (!newer && !older) return null
  const to = (page: 'before' | 'after', entry: AuditEntry | undefined) =>
    link({ ...FIRST_PAGE, [page]: entry?._id })
  const look = 'inline-flex min-h-10 items-center gap-1 rounded-lg px-2 font-semibold text-sm'
  const step = (name: string, address: string | null, content: React.ReactNode) =>
    address ? (
      <Link to={address} aria-label={name} className={`${look} text-brand hover:bg-mint`}>
        {content}
      </Link>
    ) : (
      <span aria-disabled="true" className={`${look} text-soft`}>
        {content}
      </span>
    )
  return (
    <nav aria-label="Páginas de Actividad" className="flex justify-center gap-4">
      {step(
        'Anterior, más reciente',
        newer ? to('after', entries[0]) : null,
        <>
          <Icon name="chevron-left" className="size-5" /> Anterior
        </>,
      )}
      {step(
        'Siguiente, más antigua',
        older ? to('before', entries.at(-1)) : null,
        <>
          Siguiente <Icon name="chevron-right" className="size-5" />
        </>,
      )}
    </nav>
  )
}
