import { useId } from 'react'
import type { ImportReport } from '#contract/import-report.ts'
import { counted, formatWhole } from '#domain/price.ts'
import type { Columns } from '../../../ui/data-table.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { productColumn } from './changes-table.tsx'
import { usePreviewing } from './preview-choices.ts'
import { About, LimitedTable, RadioCards, Section } from './section.tsx'

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
    // Three stocks, `10 → 6, vendidos 4 → 10`: as counted, after the sales, and in the file.
    cell: ({ counted, before, after }) => {
      const [first, left, file, sold] = [counted, before, after, counted - before].map(formatWhole)
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
    },
    className: 'as-table:w-2/5 tabular-nums',
  },
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

/** The required choice between the file's stock and the current stock of products that were sold. */
export function SoldStock({ error, onChoose }: { error: string | undefined; onChoose: () => void }) {
  const { report, choices, disabled, choose } = usePreviewing()
  const { restocks } = report
  const id = useId()
  if (restocks.length === 0) return null
  return (
    <Section
      title="Stock de productos vendidos"
      text={`La planilla sube el stock de ${counted(restocks.length, 'producto que ya vendiste', 'productos que ya vendiste')}.`}
    >
      <fieldset disabled={disabled} aria-describedby={id} className="min-w-0">
        <legend className="mb-2 font-semibold">
          ¿Qué hacemos con el stock?
          <span aria-hidden="true" className="text-coral">
            {' *'}
          </span>
        </legend>
        <RadioCards
          options={OPTIONS}
          value={choices.stock}
          required
          onChoose={(stock) => {
            choose({ stock })
            onChoose()
          }}
        />
        <div className="mt-1.5">
          <FieldError id={id} error={error} />
        </div>
      </fieldset>
      <RestocksTable restocks={restocks} />
    </Section>
  )
}
