import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { AUDIT_GROUPS, type AuditEntry, OPERATOR } from '#contract/audit.ts'
import { today } from '#contract/store-day.ts'
import { browserApi } from '../../api/client.ts'
import { type Loaded, loadOrFailure } from '../../api/server-failure.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { useList } from '../../listing/listing.ts'
import { readState } from '../../listing/url-state.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Step } from '../../ui/pagination.tsx'
import { useDayFilter } from '../day-filter.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AUDIT } from './audit-filters.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Actividad') }]

type Page = { entries: AuditEntry[]; newer: boolean; older: boolean; actors: Actor[] }

/** Loads a page of entries, and the people to filter by. */
export function clientLoader({ request: { url, signal } }: ClientLoaderFunctionArgs): Promise<Loaded<Page>> {
  const query = readState(AUDIT.filters, new URL(url).searchParams)
  return loadOrFailure(async () => {
    const [{ data: entries, newer, older }, { data: actors }] = await Promise.all([
      browserApi.listAudit({ query, signal }),
      browserApi.listAuditActors({ signal }),
    ])
    return { entries, newer, older, actors }
  })
}

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: loaded }: ScreenProps<typeof clientLoader>) {
  const page = loaded?.failure === null ? loaded : undefined
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
      <FilterBar
        loaded={loaded !== undefined}
        actors={page?.actors ?? []}
        subject={page?.entries[0]?.label}
      />
      <DataTable
        label="Actividad"
        columns={auditColumns}
        rows={loaded?.failure ? [] : page?.entries}
        rowKey={({ _id }) => String(_id)}
        empty={loaded?.failure ? <ListFailure text={loaded.failure} /> : 'No hay actividad con estos filtros'}
        tableFrom="wide"
      />
      {page && <Steps page={page} />}
    </section>
  )
}

type Actor = { email: string; name: string }

/** The filters by person, kind of change and day, kept in the URL. */
function FilterBar({
  loaded,
  actors,
  subject,
}: {
  loaded: boolean
  actors: readonly Actor[]
  /** The name of the subject, shown when the list is filtered by a subject. */
  subject: string | undefined
}) {
  const { state, set, narrowed, clear } = useList(AUDIT)
  const { who, what, since, until } = state
  const isKnown = !who || who === OPERATOR || actors.some(({ email }) => email === who)
  return (
    // Inert until the entries are loaded: the load replaces the loading state, and a choice made before would be lost.
    <div inert={!loaded} className="grid gap-3">
      <div className="grid gap-3 min-[24rem]:grid-cols-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem_11rem]">
        <SelectField
          label="Quién"
          value={who ?? ''}
          onChange={({ target }) => set({ who: target.value || undefined })}
          className="max-md:col-span-full"
          options={{
            '': 'Todas las personas',
            ...(!isKnown && { [who]: who }),
            ...Object.fromEntries(actors.map(({ email, name }) => [email, `${name} (${email})`])),
            [OPERATOR]: 'Operador (consola)',
          }}
        />
        <SelectField
          label="Qué"
          value={what ?? ''}
          onChange={({ target }) => set({ what: (target.value || undefined) as typeof what })}
          className="max-md:col-span-full"
          options={{ '': 'Todo', ...AUDIT_GROUPS }}
        />
        <InputField
          label="Desde"
          {...useDayFilter(since ?? '', (day) => set({ since: day || undefined }))}
          max={today()}
        />
        <InputField label="Hasta" {...useDayFilter(until ?? '', (day) => set({ until: day || undefined }))} />
      </div>
      {narrowed && (
        <div className="flex flex-wrap items-center gap-3">
          {state.subject && (
            <p className="text-sm wrap-anywhere">
              Solo sobre <strong>{subject || 'lo elegido'}</strong>
            </p>
          )}
          <Button look="quiet" small icon="close" onClick={clear}>
            Limpiar filtros
          </Button>
        </div>
      )}
    </div>
  )
}

/** The links Anterior and Siguiente. Each page begins at an entry, so that new entries don't shift the pages. */
function Steps({ page: { entries, newer, older } }: { page: Page }) {
  const { link } = useList(AUDIT)
  if (!newer && !older) return null
  const to = (page: 'before' | 'after', entry: AuditEntry | undefined) => link({ [page]: entry?._id })
  return (
    <nav aria-label="Páginas de Actividad" className="flex justify-center gap-4">
      <Step href={to('after', entries[0])} disabled={!newer} label="Anterior, más reciente">
        <Icon name="chevron-left" className="size-5" /> Anterior
      </Step>
      <Step href={to('before', entries.at(-1))} disabled={!older} label="Siguiente, más antigua">
        Siguiente <Icon name="chevron-right" className="size-5" />
      </Step>
    </nav>
  )
}
