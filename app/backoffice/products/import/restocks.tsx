import { useId } from 'react'
import type { ImportReport } from '#contract/import-report.ts'
import type { Columns } from '../../../ui/data-table.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { productColumn } from './changes-table.tsx'
import type { Choices } from './preview-choices.ts'
import { About, LimitedTable, RadioCards } from './section.tsx'

type Restock = ImportReport['restocks'][number]

/** The products whose stock an import raises above the stock that sales had left. */
export const RestocksTable = ({ restocks }: { restocks: readonly Restock[] }) => (
  <LimitedTable
    label="Stock repuesto"
    columns={columns}
    rows={restocks}
    rowKey={({ productId }) => productId}
    first={5}
  />
)

const columns: Columns<Restock> = {
  product: productColumn,
  stock: {
    header: 'Stock',
    bare: true,
    cell: (restock) => <StockSteps {...restock} />,
    className: 'as-table:w-2/5 tabular-nums',
  },
}

/** Three stocks, `10 → 6, vendidos 4 → 10`: as counted, after the sales, and in the file. */
function StockSteps({ counted, before, after }: Restock) {
  const [first, left, file, sold] = [counted, before, after, counted - before].map((number) =>
    number.toLocaleString('es-CL'),
  )
  return (
    <>
      <span className="sr-only">
        Contado {first}, vendidos {sold}, quedaban {left}, la planilla dice {file}
      </span>
      <span aria-hidden="true">
        {first} → {left}, vendidos {sold} → <strong className="font-semibold">{file}</strong>
      </span>
    </>
  )
}

const OPTIONS = [
  {
    value: 'file',
    title: 'El stock de la planilla está contado',
    about: <About>Se guarda el stock que dice la planilla.</About>,
  },
  {
    value: 'keep',
    title: 'Dejar el stock como estaba',
    about: <About>El stock de los productos que ya existen no cambia.</About>,
  },
] as const

/** The required choice between the file's stock and the current stock. */
export function StockChoice({
  value,
  error,
  disabled,
  onChoose,
}: {
  value: Choices['stock']
  error: string | undefined
  disabled: boolean
  onChoose: (stock: 'file' | 'keep') => void
}) {
  const id = useId()
  return (
    <fieldset disabled={disabled} aria-describedby={id} className="min-w-0">
      <legend className="mb-2 font-semibold">
        ¿Qué hacemos con el stock?
        <span aria-hidden="true" className="text-coral">
          {' *'}
        </span>
      </legend>
      <RadioCards options={OPTIONS} value={value} required onChoose={onChoose} />
      <div className="mt-1.5">
        <FieldError id={id} error={error} />
      </div>
    </fieldset>
  )
}
