import type { ImportReport } from '#contract/import-report.ts'
import { browserApi } from '../../../api/client.ts'
import { useAction } from '../../../forms/use-action.ts'
import { type Columns, DataTable } from '../../../ui/data-table.tsx'
import { Checkbox, FieldError } from '../../../ui/field.tsx'
import { ProductName, rowColumn } from './changes-table.tsx'
import { counted, shownValue } from './import-values.ts'
import { Limited } from './limited.tsx'

type Preview = NonNullable<ImportReport['preview']>

/** The rows whose prices have decimals, with the choice that rounds all of them: the server then plans the preview again. */
export function DecimalPrices({
  id,
  preview: { decimals, isRounded },
  disabled,
  onPlanned,
}: {
  id: string
  preview: Preview
  disabled: boolean
  onPlanned: (report: ImportReport) => void
}) {
  const { run, working, choice, failure } = useAction(async (round: boolean) =>
    onPlanned((await browserApi.roundImport({ params: { id }, body: { round } })).data),
  )
  return (
    <div className="grid gap-3">
      <div>
        <Checkbox
          label={`Redondear todos (${counted(decimals.length, 'fila', 'filas')})`}
          checked={choice ?? isRounded}
          disabled={disabled || working}
          onChange={({ target }) => run(target.checked)}
        />
        <FieldError error={failure} />
      </div>
      <Limited rows={decimals} first={5}>
        {(shown) => (
          <DataTable
            label="Precios con decimales"
            columns={columns}
            rows={shown}
            rowKey={({ sheet, row }) => `${row} ${sheet}`}
            empty=""
          />
        )}
      </Limited>
    </div>
  )
}

const columns: Columns<Preview['decimals'][number]> = {
  rowColumn,
  product: {
    header: 'Producto',
    bare: true,
    cell: ({ name, barcode }) => <ProductName name={name} barcode={barcode} />,
    className: 'as-card:order-first',
  },
  price: {
    header: 'Precio',
    bare: true,
    cell: ({ value, cost }) => (
      <span className="wrap-anywhere tabular-nums">
        <span className="sr-only">La planilla dice </span>
        {value}
        <span aria-hidden="true" className="text-soft">
          {' → '}
        </span>
        <span className="sr-only">, redondeado </span>
        <strong className="font-semibold">{shownValue('cost', cost)}</strong>
      </span>
    ),
    className: 'as-table:w-2/5',
  },
}
