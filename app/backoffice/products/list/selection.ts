import { useState } from 'react'
import type { Product } from '#contract/products.ts'

/**
 * The chosen rows of a list: those that are ticked on the page, or everything that its search and filters find.
 *
 * @param list identifies the page and its filters: another one begins without chosen rows
 */
export function useSelection(rows: readonly Product[] | undefined, total: number, list: string) {
  const [state, setState] = useState({ list, ids: new Set<string>(), all: false })
  const { ids, all } = state.list === list ? state : { ids: new Set<string>(), all: false }
  const choose = (ids: Iterable<string>, all = false) => setState({ list, ids: new Set(ids), all })
  const onPage = rows?.map(({ _id }) => _id) ?? []
  const chosen = onPage.filter((id) => ids.has(id))
  return {
    all,
    count: all ? total : chosen.length,
    ids: chosen,
    has: (id: string) => all || ids.has(id),
    toggle: (id: string) =>
      choose(ids.has(id) || all ? (all ? onPage : chosen).filter((other) => other !== id) : [...chosen, id]),
    isPage: onPage.length > 0 && (all || chosen.length === onPage.length),
    togglePage: () => choose(all || chosen.length === onPage.length ? [] : onPage),
    chooseAll: () => choose(onPage, true),
    clear: () => choose([]),
  }
}

export type Selection = ReturnType<typeof useSelection>
