import { useRef, useState } from 'react'
import { useLocation } from 'react-router'

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
    /** Ticks or unticks a row, with `range` also the rows from the one that was ticked last. */
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
