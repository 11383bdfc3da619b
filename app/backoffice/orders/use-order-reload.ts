import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { type ApiError, browserApi } from '../../api/client.ts'
import type { OnChanged } from '../../orders/staff-parts.ts'

/** Returns a function for after a change of an order: it loads the list again, and the order itself if its details are open. */
export function useOrderReload({ _id: id }: Order, onChanged?: OnChanged) {
  const { revalidate } = useRevalidator()
  return async () => {
    if (onChanged) onChanged((await browserApi.getOrder({ params: { id } })).data)
    await revalidate()
  }
}

/** Loads an order again when a decision was refused because somebody else decided, or the customer has sent another image. */
export function useOutdated(order: Order, onChanged: OnChanged) {
  const reload = useOrderReload(order, onChanged)
  return async ({ status }: ApiError) => {
    if (status === 409) await reload()
  }
}
