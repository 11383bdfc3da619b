import { type ClientLoaderFunctionArgs, href, type MetaFunction, useRevalidator } from 'react-router'
import type { ImportedProduct, ImportReport } from '#contract/import-report.ts'
import { browserApi } from '../../../api/client.ts'
import { type Loaded, loadOrFailure } from '../../../api/server-failure.ts'
import { BackLink } from '../../../listing/back-link.tsx'
import { type Listing, loadListing } from '../../../listing/listing.ts'
import { pageTitle } from '../../../pages/page-title.ts'
import { Icon } from '../../../ui/icons.tsx'
import { WhenLoaded } from '../../../ui/list-failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { longDate } from '../../store-time.ts'
import { SavedChanges } from './changes-table.tsx'
import { Figures, StateBadge } from './import-facts.tsx'
import { isPreview, Preview } from './preview.tsx'
import { Report } from './report.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Importación') }]

type Shown = { report: ImportReport; changes: Listing<ImportedProduct> | null }

export function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const { signal } = request
  const id = { id: params.id ?? '' }
  return loadOrFailure(async (): Promise<Shown> => {
    const { data } = await browserApi.getImport({ params: id, signal })
    // The changes are stored as long as an import can be undone.
    const changes = data.canUndo
      ? await loadListing(request, (query) => browserApi.listImportChanges({ params: id, query, signal }))
      : null
    return { report: data, changes }
  })
}

export const HydrateFallback = Screen
export default Screen

/** A single import: its preview until it is saved, then its report. */
function Screen({ loaderData: loaded }: { loaderData?: Loaded<Shown> }) {
  return (
    <div className="mx-auto grid max-w-[64rem] gap-6">
      <div>
        <BackLink to={href('/dashboard/products/imports')}>Importaciones</BackLink>
        {loaded?.failure === null ? (
          <Title report={loaded.report} />
        ) : (
          <h1 className="mt-2 text-xl">Importación</h1>
        )}
      </div>
      <WhenLoaded of={loaded} loading={<Skeleton className="h-100" />}>
        {({ report, changes }) => <Content key={report._id} report={report} changes={changes} />}
      </WhenLoaded>
    </div>
  )
}

function Title({ report }: { report: ImportReport }) {
  const { state, fileName, actor, source, createdAt, savedAt, undoneAt } = report
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="wrap-anywhere text-xl">{fileName}</h1>
        <StateBadge state={state} />
      </div>
      <p className="mt-1 text-soft">
        {SENDERS[source] ?? `Enviada por ${actor}`} el {longDate(createdAt)}
        {savedAt !== null && `, guardada el ${longDate(savedAt)}`}
        {undoneAt !== null && `, deshecha el ${longDate(undoneAt)}`}
      </p>
      {state === 'preview' && (
        <p className="mt-2">Revisa qué cambia. Nada se guarda hasta que pulses Guardar.</p>
      )}
    </>
  )
}

const SENDERS: Partial<Record<ImportReport['source'], string>> = {
  folder: 'Llegó por la carpeta de importación',
  command: 'Leída por el operador con npm run import',
}

/** Why a file that no person sent wasn't saved automatically. */
function Reasons({ reasons }: Pick<ImportReport, 'reasons'>) {
  if (reasons.length === 0) return null
  return (
    <div role="note" className="flex gap-3 rounded-lg bg-amber-pale p-4 text-amber-ink">
      <Icon name="warning" className="size-5" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">No se guardó por sí misma</p>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
    </div>
  )
}

function Content({ report, changes }: Shown) {
  const { revalidate } = useRevalidator()
  return (
    <div className="grid gap-8">
      {(report.state === 'preview' || report.state === 'refused') && <Reasons reasons={report.reasons} />}
      {isPreview(report) ? (
        <Preview report={report} />
      ) : (
        <>
          <Figures report={report} />
          <Report report={report} onChange={() => revalidate()} />
          {changes && <SavedChanges listing={changes} />}
        </>
      )}
    </div>
  )
}
