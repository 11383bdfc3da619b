import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'

/** A section of an import's page, with its heading. */
export function Section({
  title,
  text,
  children,
}: {
  title: string
  text?: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-3">
      <div>
        <h2 className="text-lg">{title}</h2>
        {text && <p className="max-w-prose text-soft">{text}</p>}
      </div>
      {children}
    </section>
  )
}

/** The first rows, with a button for more: a file may have thousands, and drawing all of them would freeze the page. */
export function Limited<Row>({
  rows,
  first = 10,
  more = 100,
  children,
}: {
  rows: readonly Row[]
  first?: number | undefined
  /** Rows added by each press of the button. */
  more?: number
  children: (shown: readonly Row[]) => React.ReactNode
}) {
  const [shown, setShown] = useState(first)
  return (
    <div className="grid gap-3">
      {children(rows.slice(0, shown))}
      {rows.length > shown && (
        <Button look="quiet" small onClick={() => setShown(shown + more)} className="justify-self-start">
          Mostrar más (quedan {(rows.length - shown).toLocaleString('es-CL')})
        </Button>
      )}
    </div>
  )
}

type Table<Row> = Pick<React.ComponentProps<typeof DataTable<Row>>, 'label' | 'columns' | 'rowKey'>

/** The first rows as a table. */
export const LimitedTable = <Row,>({
  rows,
  first,
  empty = '',
  ...table
}: Table<Row> & { rows: readonly Row[]; first?: number; empty?: string }) => (
  <Limited rows={rows} first={first}>
    {(shown) => <DataTable {...table} rows={shown} empty={empty} />}
  </Limited>
)

/** The first rows as a card with a line for each. */
export const LimitedCard = <Row,>({
  rows,
  rowKey,
  className,
  children,
}: {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  className: string
  children: (row: Row) => React.ReactNode
}) => (
  <Limited rows={rows}>
    {(shown) => (
      <ul className="card divide-y divide-line">
        {shown.map((row) => (
          <li key={rowKey(row)} className={className}>
            {children(row)}
          </li>
        ))}
      </ul>
    )}
  </Limited>
)

/** A radio button as a card, with a description of the choice. */
export function RadioCard({
  title,
  children,
  ...input
}: Omit<React.ComponentProps<'input'>, 'title'> & { title: string }) {
  return (
    <label className="flex min-w-0 cursor-pointer items-start gap-3 rounded-lg border border-edge bg-paper p-3 has-checked:border-brand has-checked:bg-mint">
      <input type="radio" {...input} className="mt-0.5 size-5 shrink-0 accent-brand" />
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        {children}
      </span>
    </label>
  )
}
