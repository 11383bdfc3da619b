import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { formatWhole } from '#domain/price.ts'
import { Button, IconButton } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { FieldError } from '../ui/field.tsx'

type Keyed = { _id: string }

type Choice = { ids: ReadonlySet<string>; all: boolean }

const NOTHING: Choice = { ids: new Set(), all: false }

/** The choices of the visited history entries, so that Back from another screen finds the rows chosen. */
const choices = new Map<string, Choice>()

/**
 * The chosen rows of a list: those ticked on the page, or all rows that its search and filters find. Another page, search or
 * filter clears the choice, so that nobody changes rows they can't see; Back brings it again.
 *
 * @param total the number of the list's rows, on all pages
 */
export function useChosenRows<Row extends Keyed>(rows: readonly Row[] = [], total = rows.length) {
  const { key, search } = useLocation()
  const list = `${key} ${search}`
  const [, redraw] = useState({})
  /** The row that was ticked last, from which a range begins. */
  const anchor = useRef<string>(undefined)
  const { ids, all } = choices.get(list) ?? NOTHING
  const choose = (ids: Iterable<string>, all = false) => {
    const set = new Set(ids)
    if (set.size > 0) choices.set(list, { ids: set, all })
    else choices.delete(list)
    redraw({})
  }
  const pageIds = () => rows.map(({ _id }) => _id)
  const chosen = rows.filter(({ _id }) => all || ids.has(_id))
  const isPage = rows.length > 0 && chosen.length === rows.length
  return {
    /** Whether all rows that the search and filters find are chosen. */
    all,
    count: all ? total : chosen.length,
    /** The chosen rows on the page. */
    rows: chosen,
    ids: chosen.map(({ _id }) => _id),
    total,
    /** The number of rows on the page. */
    onPage: rows.length,
    isPage,
    has: ({ _id }: Row) => all || ids.has(_id),
    /** Ticks or unticks a row, with `range` also all rows between it and the row that was ticked last. */
    toggle: ({ _id }: Row, { range = false } = {}) => {
      const page = pageIds()
      const [from, to] = [page.indexOf(anchor.current ?? ''), page.indexOf(_id)]
      const touched = range && from >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [_id]
      const rest = chosen.map((row) => row._id).filter((id) => !touched.includes(id))
      const ticks = !chosen.some((row) => row._id === _id)
      anchor.current = _id
      choose(ticks ? [...rest, ...touched] : rest)
    },
    togglePage: () => choose(isPage ? [] : pageIds()),
    chooseAll: () => choose(pageIds(), true),
    clear: () => choose([]),
  }
}

export type ChosenRows<Row extends Keyed> = ReturnType<typeof useChosenRows<Row>>

/**
 * The column of checkboxes that choose rows, with a checkbox for the whole page in its heading. `nameOf` is a row's name, for
 * screen readers.
 */
export const chosenColumn = <Row extends Keyed>(
  chosen: ChosenRows<Row>,
  nameOf: (row: Row) => string,
): Column<Row> => ({
  header: 'Elegir',
  heading: (
    <Tick
      label="Elegir toda la página"
      checked={chosen.isPage}
      disabled={chosen.onPage === 0}
      onChange={chosen.togglePage}
    />
  ),
  cell: (row) => (
    <Tick
      label={`Elegir ${nameOf(row)}`}
      checked={chosen.has(row)}
      // With Shift also the rows in between, as in a mail program. A change by the keyboard's space bar is a click, too.
      onChange={({ nativeEvent }) =>
        chosen.toggle(row, { range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
      }
    />
  ),
  className: 'as-table:w-12 as-card:items-center as-table:pr-0',
})

const Tick = ({ label, ...rest }: { label: string } & React.ComponentProps<'input'>) => (
  <label className="-m-1.5 grid size-9 cursor-pointer select-none place-items-center">
    <input type="checkbox" aria-label={label} {...rest} className="size-5 accent-brand" />
  </label>
)

/**
 * A bar of actions on the chosen rows of a list, absent without chosen rows. The bar stays at the window's bottom while the rows
 * reach beyond it, so that nothing moves when the bar appears.
 */
export function ChosenBar<Row extends Keyed>({
  chosen,
  label,
  countOf,
  everything = false,
  failure,
  children,
}: {
  chosen: ChosenRows<Row>
  /** The label of the region, such as 'Pedidos elegidos'. */
  label: string
  /** The text with the number of chosen rows. */
  countOf: (count: number) => string
  /** Whether the bar also offers all rows that the search and filters find. */
  everything?: boolean
  failure?: string | undefined
  /** The buttons of the actions. */
  children: React.ReactNode
}) {
  const { count, all, isPage, total } = chosen
  const none = count === 0
  const bar = useRef<HTMLDivElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    // The button that was pressed is gone with the chosen rows.
    if (none && wasShown.current && document.activeElement === document.body)
      bar.current?.focus({ preventScroll: true })
    wasShown.current = !none
  }, [none])
  return (
    <div
      ref={bar}
      tabIndex={-1}
      {...(!none && { role: 'region', 'aria-label': label })}
      className={
        none
          ? 'sr-only'
          : 'window-bar mt-4 grid gap-2 rounded-lg border border-brand bg-mint px-3 py-2 shadow print:hidden'
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex min-w-0 grow items-center gap-2">
          <p role="status" className="mr-auto min-w-0 font-semibold tabular-nums">
            {none ? '' : countOf(count)}
          </p>
          {!none && !isPage && (
            <Button look="quiet" small className="shrink-0" onClick={chosen.togglePage}>
              Elegir la página
            </Button>
          )}
          {everything && !none && !all && isPage && total > count && (
            <Button look="quiet" small onClick={chosen.chooseAll}>
              Seleccionar los {formatWhole(total)} del filtro
            </Button>
          )}
          {!none && (
            <IconButton icon="close" label="Quitar selección" onClick={chosen.clear} className="shrink-0" />
          )}
        </div>
        {!none && (
          <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:auto-cols-fr max-sm:grid-flow-col large-type:max-sm:grid-flow-row">
            {children}
          </div>
        )}
      </div>
      <FieldError error={failure} />
    </div>
  )
}
