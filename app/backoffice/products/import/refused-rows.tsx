import type { ImportProblem, ImportReport } from '#contract/import-report.ts'
import { counted } from '#domain/price.ts'
import { browserApi } from '../../../api/client.ts'
import { ActionButton } from '../../../forms/action-button.tsx'
import { download } from '../../../forms/download-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Columns } from '../../../ui/data-table.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { productColumn } from './changes-table.tsx'
import { rowKey } from './preview-choices.ts'
import { Limited, LimitedTable } from './section.tsx'

/** Up to this number of problems, every group is open at first. */
const MAX_OPEN_PROBLEMS = 10

/** The refused rows, grouped by reason, with a button that downloads the rows to correct them. */
export function RefusedRows({ report }: { report: ImportReport }) {
  const { errors, sheets } = report
  if (errors.length === 0) return null
  // The most frequent first.
  const groups = [...Map.groupBy(errors, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length)
  const columns = columnsOf(sheets.length > 1)
  const open = groups.length === 1 || errors.length <= MAX_OPEN_PROBLEMS
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2 font-semibold text-coral">
          <Icon name="warning" className="size-5" />
          {counted(errors.length, 'problema', 'problemas')} en las filas del archivo
        </p>
        <div className="grid justify-items-end gap-1 max-sm:w-full max-sm:justify-items-stretch">
          <ActionButton
            look="secondary"
            small
            icon="download"
            act={async () =>
              download(
                await browserApi.exportRefusedRows({ params: { id: report._id } }),
                'filas-rechazadas.xlsx',
              )
            }
          >
            Descargar filas rechazadas (Excel)
          </ActionButton>
        </div>
      </div>
      <Limited rows={groups} first={20} more={20}>
        {(shown) => (
          <ul className="grid gap-2">
            {shown.map(([reason, problems]) => (
              <li key={reason}>
                <details open={open} className="group rounded-lg border border-line bg-paper">
                  <summary className="flex min-h-11 list-none items-center gap-3 rounded-lg px-3 py-2 hover:bg-mint [&::-webkit-details-marker]:hidden">
                    <Icon
                      name="chevron-right"
                      className="size-5 text-brand transition-transform group-open:rotate-90"
                    />
                    <span className="wrap-anywhere min-w-0 flex-1 font-semibold">{reason}</span>
                    <Badge tone="red" className="tabular-nums">
                      {counted(new Set(problems.map(rowKey)).size, 'fila', 'filas')}
                    </Badge>
                  </summary>
                  <div className="p-3 pt-1">
                    <LimitedTable
                      label={`Filas rechazadas: ${reason}`}
                      columns={columns}
                      rows={problems}
                      rowKey={(problem) => String(problems.indexOf(problem))}
                    />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        )}
      </Limited>
    </div>
  )
}

/** The columns of the refused rows. `withSheet` adds the sheet's name, for files with several sheets. */
const columnsOf = (withSheet: boolean): Columns<ImportProblem> => ({
  row: {
    header: withSheet ? 'Hoja y fila' : 'Fila',
    align: withSheet ? 'start' : 'end',
    bare: true,
    cell: ({ sheet, row }) => (
      <span className="text-soft">
        {withSheet && `${sheet}, `}
        <span className={withSheet ? 'lowercase' : 'as-table:hidden'}>Fila </span>
        {row}
      </span>
    ),
    className: withSheet ? 'as-table:w-1/6' : 'as-table:w-16',
  },
  product: { ...productColumn, className: 'as-card:order-first as-table:w-1/3' },
  column: { header: 'Columna', cell: ({ column }) => column || '—' },
  value: {
    header: 'Valor',
    cell: ({ value }) => <span className="line-clamp-3">{value || '—'}</span>,
    className: 'wrap-anywhere as-table:w-1/6',
  },
  reason: { header: 'Motivo', cell: ({ message }) => <span className="whitespace-pre-line">{message}</span> },
})
