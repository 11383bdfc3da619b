import { type ClientLoaderFunctionArgs, Link, type MetaFunction } from 'react-router'
import { AUDIT_GROUPS, type AuditEntry, OPERATOR } from '#contract/audit.ts'
import { actionName, actorName, changesInWords, type FieldChange } from '#contract/audit-words.ts'
import { today } from '#contract/store-day.ts'
import { browserApi } from '../../api/client.ts'
import { type Loaded, loadOrFailure } from '../../api/server-failure.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { useList } from '../../listing/listing.ts'
import { readState } from '../../listing/url-state.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Step } from '../../ui/pagination.tsx'
import { useDayFilter } from '../day-filter.tsx'
import { momentColumn } from '../moment-column.tsx'
import { AUDIT } from './audit-filters.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Actividad') }]

type Page = {
  entries: AuditEntry[]
  newer: boolean
  older: boolean
  actors: { email: string; name: string }[]
}

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
  const { state, filters: all, set, link, narrowed, clear } = useList(AUDIT)
  const { before: _, after: __, ...filters } = all
  const { who, what, since, until } = state
  const actors = page?.actors ?? []
  const isKnown = !who || who === OPERATOR || actors.some(({ email }) => email === who)
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
      {/* Inert until the entries are loaded: the load replaces the loading state, and a choice made before would be lost. */}
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
          <InputField
            label="Hasta"
            {...useDayFilter(until ?? '', (day) => set({ until: day || undefined }))}
          />
        </div>
        {narrowed && (
          <div className="flex flex-wrap items-center gap-3">
            {state.subject && (
              <p className="text-sm wrap-anywhere">
                Solo sobre <strong>{page?.entries[0]?.label || 'lo elegido'}</strong>
              </p>
            )}
            <Button look="quiet" small icon="close" onClick={clear}>
              Limpiar filtros
            </Button>
          </div>
        )}
      </div>
      <DataTable
        label="Actividad"
        columns={columns}
        rows={loaded?.failure ? [] : page?.entries}
        rowKey={({ _id }) => String(_id)}
        empty={loaded?.failure ? <ListFailure text={loaded.failure} /> : 'No hay actividad con estos filtros'}
        tableFrom="wide"
      />
      {/* Each page begins at an entry, so that new entries don't shift the pages. */}
      {page && (page.newer || page.older) && (
        <nav aria-label="Páginas de Actividad" className="flex justify-center gap-4">
          <Step
            href={link({ after: page.entries[0]?._id })}
            disabled={!page.newer}
            label="Anterior, más reciente"
          >
            <Icon name="chevron-left" className="size-5" /> Anterior
          </Step>
          <Step
            href={link({ before: page.entries.at(-1)?._id })}
            disabled={!page.older}
            label="Siguiente, más antigua"
          >
            Siguiente <Icon name="chevron-right" className="size-5" />
          </Step>
        </nav>
      )}
    </section>
  )
}

/** The number of changes shown at first; the others unfold. */
const SHOWN = 4

const columns: Columns<AuditEntry> = {
  date: momentColumn('Fecha', ({ createdAt }) => createdAt),
  who: {
    header: 'Quién',
    cell: (entry) => (
      <span title={entry.address && `Desde ${entry.address}`}>
        <span className="font-semibold">{actorName(entry)}</span>
        {entry.email && (
          <span className="block text-soft">
            <EmailText email={entry.email} />
          </span>
        )}
      </span>
    ),
    className: 'as-table:w-56',
  },
  action: { header: 'Qué', cell: ({ action }) => actionName(action), className: 'as-table:w-40' },
  subject: {
    header: 'Sobre',
    cell: (entry) => <Subject entry={entry} />,
    className: 'wrap-anywhere as-table:w-56',
  },
  changes: { header: 'Cambios', cell: (entry) => <Changes changes={changesInWords(entry)} /> },
}

/** The subject of an entry, with a link to all entries about this subject. */
function Subject({ entry: { subjectId, label, kind } }: { entry: AuditEntry }) {
  const { state, link } = useList(AUDIT)
  const name = label || (kind === 'user' ? 'Persona eliminada' : '—')
  if (!subjectId || state.subject === subjectId) return name
  return (
    <Link
      to={link({ subject: subjectId })}
      title={`Ver solo lo de ${name}`}
      className="text-brand underline underline-offset-4"
    >
      {name}
    </Link>
  )
}

function Changes({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return <span className="text-soft">—</span>
  const rest = changes.slice(SHOWN)
  return (
    <>
      <ChangeList changes={changes.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center font-semibold text-brand">
            Ver {rest.length} más
          </summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  )
}

const ChangeList = ({ changes }: { changes: FieldChange[] }) => (
  <ul className="grid gap-0.5">
    {changes.map(({ field, before, after }) => (
      <li key={field} className="wrap-anywhere">
        <span className="text-soft">{field}:</span>{' '}
        {before !== undefined && (
          <>
            <span className="text-soft line-through">{before}</span> <span aria-hidden="true">→ </span>
            <span className="sr-only">pasó a </span>
          </>
        )}
        {after ?? <span className="text-soft">(eliminado)</span>}
      </li>
    ))}
  </ul>
)
