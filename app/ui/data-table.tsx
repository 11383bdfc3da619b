import { useEffect, useRef } from 'react'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = {
  header: string
  /** Replaces the text of the column's header, for example by a button that sorts; not on cards. */
  heading?: React.ReactNode
  /** The direction of the list's order, if the list is sorted by this column. */
  sorted?: 'ascending' | 'descending'
  cell: (row: Row) => React.ReactNode
  /** Numbers are aligned at the `end`. */
  align?: 'start' | 'end' | 'center'
  /** On a card, shows the cell without its header: for names and buttons. */
  bare?: boolean
  /** In a compact table the cell is cut to one line, of this width; its title then has the whole text. */
  cut?: string
  /** A class that hides the column where the table has little room. */
  hides?: string
  className?: string
}

export type Columns<Row> = Readonly<Record<string, Column<Row>>>

/**
 * The container width from which the rows are a table; on a narrower one each row is a card. The widths are in data-table.css
 * (`as-table`, `as-card`).
 */
const containerClasses = {
  slim: '@container/slim',
  narrow: '@container/narrow',
  regular: '@container/regular',
  wide: '@container/wide',
  never: '@container/never',
} as const

export type TableBreakpoint = keyof typeof containerClasses

/**
 * A page of rows, as a table or as cards. `rows` undefined draws the loading state; `empty` shows when there are no rows.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  empty,
  toolbar,
  pagination,
  tableFrom = 'regular',
  onRow,
  card = '',
}: {
  label: string
  columns: Columns<Row>
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  empty: React.ReactNode
  toolbar?: React.ReactNode
  pagination?: React.ReactNode
  tableFrom?: TableBreakpoint
  /** Called for a press on a row outside its controls. The keyboard needs a control of its own in the row. */
  onRow?: ((row: Row) => void) | undefined
  /** Classes of a row as a card, whose cells are then placed by their columns' classes. */
  card?: string | undefined
}) {
  const shown = Object.entries(columns)
  const frame = useScrollWhenTooWide()
  return (
    <div className={containerClasses[tableFrom]}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-sm:gap-3">
        {toolbar && (
          <div className="flex flex-wrap items-end justify-between gap-3 max-sm:gap-2">{toolbar}</div>
        )}
        <div
          ref={frame}
          className="group/frame as-table:card as-table:overflow-clip as-table:data-scrolls:overflow-x-auto print:overflow-visible!"
        >
          <table className="w-full as-card:block text-sm" aria-label={label} aria-busy={rows === undefined}>
            <thead className="as-card:sr-only">
              <tr>
                {shown.map(([id, column]) => (
                  <th
                    key={id}
                    scope="col"
                    aria-sort={column.sorted}
                    className={`sticky top-(--head,0px) z-10 group-data-scrolls/frame:top-0 group-data-scrolls/frame:last:right-0 border-line border-b bg-mint px-2 py-2.5 font-semibold compact:as-table:px-1.5 compact:as-table:py-1.5 compact:as-table:text-[0.8125rem] ${aligned(column)} ${column.hides ?? ''}`}
                  >
                    {column.heading ? (
                      <>
                        <span className="as-card:hidden">{column.heading}</span>
                        <span className="as-table:hidden">{column.header}</span>
                      </>
                    ) : (
                      column.header
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="as-card:grid as-card:grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] as-card:gap-3">
              {rows === undefined && <LoadingRows columns={shown.length} />}
              {rows?.map((row) => (
                <tr
                  key={rowKey(row)}
                  onClick={onRow && ((event) => isBesideControls(event) && onRow(row))}
                  className={`${onRow ? 'cursor-pointer' : ''} as-card:card as-card:grid as-card:content-start as-card:gap-2 break-inside-avoid border-line as-table:border-b as-card:p-4 as-table:last:border-0 as-table:hover:bg-page ${card}`}
                >
                  {shown.map(([id, column]) => (
                    <Cell key={id} column={column} row={row} />
                  ))}
                </tr>
              ))}
              {rows?.length === 0 && (
                <tr className="as-card:card as-card:col-span-full as-card:block">
                  <td
                    colSpan={shown.length}
                    className="as-card:block px-4 py-12 text-center text-base text-soft"
                  >
                    {empty}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
        {pagination}
      </div>
    </div>
  )
}

/**
 * Lets a table that is wider than its frame scroll in the frame, with the last column kept in sight. A frame that could always
 * scroll would keep the headings inside, which otherwise stick to the window's top.
 */
function useScrollWhenTooWide() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const observer = new ResizeObserver(() =>
      box.toggleAttribute('data-scrolls', box.firstElementChild!.scrollWidth > box.clientWidth),
    )
    observer.observe(box)
    observer.observe(box.firstElementChild!)
    return () => observer.disconnect()
  }, [])
  return frame
}

/** Whether a press was outside the row's controls and didn't end a selection of text. */
function isBesideControls({ target }: React.MouseEvent): boolean {
  const onControl =
    target instanceof Element && target.closest('a, button, input, select, textarea, label, summary')
  return !onControl && !getSelection()?.toString()
}

const aligned = ({ align = 'start' }: { align?: 'start' | 'end' | 'center' }) =>
  ({ start: 'text-left', end: 'text-right tabular-nums', center: 'text-center' })[align]

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const card = column.bare
    ? 'as-card:block as-card:text-left'
    : 'as-card:grid as-card:grid-cols-[min(7.5rem,37cqw)_minmax(0,1fr)] as-card:items-baseline as-card:gap-3 as-card:text-left'
  return (
    <td
      className={`min-w-0 break-words as-table:px-2 as-table:py-2.5 compact:as-table:h-9 compact:as-table:px-1.5 compact:as-table:py-0 compact:as-table:[&_.button-small]:min-h-8 group-data-scrolls/frame:last:as-table:sticky group-data-scrolls/frame:last:as-table:right-0 group-data-scrolls/frame:last:as-table:border-l group-data-scrolls/frame:last:as-table:border-line group-data-scrolls/frame:last:as-table:bg-paper ${aligned(column)} ${card} ${column.hides ?? ''} ${column.className ?? ''}`}
    >
      {!column.bare && (
        <span className="as-table:hidden text-soft" aria-hidden="true">
          {column.header}
        </span>
      )}
      <div
        className={`min-w-0 ${column.cut ? `compact:as-table:truncate compact:as-table:[&_wbr]:hidden ${column.cut}` : ''}`}
        onPointerEnter={column.cut ? showWhole : undefined}
      >
        {column.cell(row)}
      </div>
    </td>
  )
}

/** Gives a cell that is cut its whole text as a title. */
function showWhole({ currentTarget: cell }: React.PointerEvent<HTMLElement>) {
  cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : ''
}

function LoadingRows({ columns }: { columns: number }) {
  const keys = Array.from({ length: 10 }, (_, row) => `loading-${row}`)
  return keys.map((key) => (
    <tr key={key} className="as-card:card as-card:block as-card:p-4">
      <td
        colSpan={columns}
        className="as-card:block as-table:px-2 as-table:py-3.5 compact:as-table:h-9 compact:as-table:py-0"
      >
        <Skeleton className="h-4 w-full" />
      </td>
    </tr>
  ))
}
