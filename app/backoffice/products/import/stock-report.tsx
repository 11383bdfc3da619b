import type { ImportReport } from '#contract/import-report.ts'
import { browserApi } from '../../../api/client.ts'
import { useAction } from '../../../forms/use-action.ts'
import { Checkbox, FieldError } from '../../../ui/field.tsx'

/** The choice to take more than the stock from a stock report: the server then plans the preview again. */
export function StockReport({
  report: { _id, stockReport },
  disabled,
  onPlanned,
}: {
  report: ImportReport
  disabled: boolean
  onPlanned: (report: ImportReport) => void
}) {
  const { run, working, choice, failure } = useAction(async (all: boolean) => {
    const body = { stockReport: all ? 'all' : 'stock' } as const
    onPlanned((await browserApi.roundImport({ params: { id: _id }, body })).data)
  })
  return (
    <div>
      <Checkbox
        label="Actualizar también lo demás que trae la planilla"
        checked={choice ?? stockReport === 'all'}
        disabled={disabled || working}
        onChange={({ target }) => run(target.checked)}
      />
      <FieldError error={failure} />
    </div>
  )
}
