import { useState } from 'react'
import type { Order } from '#contract/orders.ts'

/** The orders that are chosen, of those on the page: nobody changes what they don't see. */
export type Choice = {
  chosen: readonly Order[]
  isChosen: (order: Order) => boolean
  choose: (orders: readonly Order[], chosen: boolean) => void
}

export function useChosen(rows: readonly Order[] = []): Choice {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    chosen: rows.filter(({ _id }) => ids.has(_id)),
    isChosen: ({ _id }) => ids.has(_id),
    choose: (orders, chosen) => {
      const next = new Set(rows.filter(({ _id }) => ids.has(_id)).map(({ _id }) => _id))
      for (const { _id } of orders) {
        if (chosen) next.add(_id)
        else next.delete(_id)
      }
      setIds(next)
    },
  }
}
