import { Pagination } from './pagination.tsx'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = {
  header: string
  cell: (row: Row) => React.ReactNode
  /** `end` for numbers. */
  align?: 'start' | 'end' | 'center'
  /** On a phone the header isn't repeated beside this cell: for names and for buttons that speak for themselves. */
  bare?: boolean
  className?: string
}

/**
 * A table of one page of rows: a table where there is room, a card per row on a phone. `rows` undefined draws the loading
 * state; `empty` is said when there are none.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  empty,
  toolbar,
  page,
  pages,
  onPage,
  pageSize = 10,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  empty: React.ReactNode
  toolbar?: React.ReactNode
  page?: number
  pages?: number
  onPage?: (page: number) => void
  pageSize?: number
}) {
  return (
    <div className="grid gap-4">
      {toolbar && <div className="flex flex-wrap items-end justify-between gap-3">{toolbar}</div>}
      <div className="md:card md:overflow-clip">
        <table className="w-full text-sm max-md:block" aria-label={label} aria-busy={rows === undefined}>
          <thead className="max-md:sr-only">
            <tr>
              {columns.map((column) => (
                <th
                  key={column.header}
                  scope="col"
                  className={`sticky top-(--head,0px) z-10 border-line border-b bg-mint px-3 py-2.5 font-semibold ${aligned(column)}`}
                >
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:grid max-md:gap-3">
            {rows === undefined && <LoadingRows columns={columns.length} rows={Math.min(pageSize, 10)} />}
            {rows?.map((row) => (
              <tr
                key={rowKey(row)}
                className="max-md:card border-line max-md:grid max-md:gap-2 max-md:p-4 md:border-b md:last:border-0 md:hover:bg-page"
              >
                {columns.map((column) => (
                  <Cell key={column.header} column={column} row={row} />
                ))}
              </tr>
            ))}
            {rows?.length === 0 && (
              <tr className="max-md:card max-md:block">
                <td
                  colSpan={columns.length}
                  className="px-4 py-12 text-center text-base text-soft max-md:block"
                >
                  {empty}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {page !== undefined && pages !== undefined && onPage && (
        <Pagination page={page} pages={pages} onPage={onPage} label={`Páginas de ${label}`} />
      )}
    </div>
  )
}

const aligned = ({ align = 'start' }: { align?: 'start' | 'end' | 'center' }) =>
  ({ start: 'text-left', end: 'text-right tabular-nums', center: 'text-center' })[align]

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const phone = column.bare
    ? 'max-md:block max-md:text-left'
    : 'max-md:grid max-md:grid-cols-[7.5rem_1fr] max-md:gap-3 max-md:text-left'
  return (
    <td
      className={`min-w-0 break-words md:px-3 md:py-2.5 ${aligned(column)} ${phone} ${column.className ?? ''}`}
    >
      {!column.bare && (
        <span className="text-soft md:hidden" aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className="min-w-0">{column.cell(row)}</div>
    </td>
  )
}

function LoadingRows({ columns, rows }: { columns: number; rows: number }) {
  const keys = Array.from({ length: rows }, (_, row) => `loading-${row}`)
  return keys.map((key) => (
    <tr key={key} className="max-md:card max-md:block max-md:p-4">
      <td colSpan={columns} className="max-md:block md:px-3 md:py-3.5">
        <Skeleton className="h-4 w-full" />
      </td>
    </tr>
  ))
}
