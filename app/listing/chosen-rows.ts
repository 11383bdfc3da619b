import { useState } from 'react'
import { useLocation } from 'react-router'

type Keyed = { _id: string }

/**
 * The chosen rows of a list: those ticked on the page, or all rows that its search and filters find. Another page, search or
 * filter clears the choice, so that nobody changes rows they can't see.
 *
 * @param total the number of the list's rows, on all pages
 */
export function useChosenRows<Row extends Keyed>(rows: readonly Row[] = [], total = rows.length) {
  const { search: list } = useLocation()
  const [state, setState] = useState({ list, ids: new Set<string>(), all: false })
  const { ids, all } = state.list === list ? state : { ids: new Set<string>(), all: false }
  const choose = (ids: Iterable<string>, all = false) => setState({ list, ids: new Set(ids), all })
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
    toggle: ({ _id }: Row) => {
      const others = chosen.filter((row) => row._id !== _id)
      choose([...others.map((row) => row._id), ...(others.length < chosen.length ? [] : [_id])])
    },
    togglePage: () => choose(isPage ? [] : pageIds()),
    chooseAll: () => choose(pageIds(), true),
    clear: () => choose([]),
  }
}

export type ChosenRows<Row extends Keyed> = ReturnType<typeof useChosenRows<Row>>
