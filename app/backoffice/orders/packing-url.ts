import { href } from 'react-router'
import { MAX_CHOSEN_ORDERS } from '#contract/fulfilment.ts'

/** The orders to pack, with commas between their ids. */
const ORDERS = 'pedidos'

/** The URL of the packing slips of these orders. */
export const packingUrl = (ids: readonly string[]) =>
  `${href('/dashboard/deliveries/packing')}?${ORDERS}=${ids.join()}`

/** The ids of the orders that the URL asks for. */
export const readPackingUrl = (params: URLSearchParams): string[] =>
  (params.get(ORDERS) ?? '').split(',').filter(Boolean).slice(0, MAX_CHOSEN_ORDERS)
