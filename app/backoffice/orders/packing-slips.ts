import { href } from 'react-router'
import { MAX_CHOSEN_ORDERS, type PackingSlip } from '#contract/fulfilment.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'

/** The orders to pack, with commas between their ids. */
const ORDERS = 'pedidos'

/** The URL of the packing slips of these orders. */
export const packingUrl = (ids: readonly string[]) =>
  `${href('/dashboard/deliveries/packing')}?${ORDERS}=${ids.join()}`

/** The URL of the labels of these orders. */
export const labelsUrl = (ids: readonly string[]) =>
  `${href('/dashboard/deliveries/labels')}?${ORDERS}=${ids.join()}`

export type Slips = { slips: PackingSlip[]; failure: string | null }

/** The packing slips of the orders that a screen's URL asks for. */
export async function loadSlips({ url, signal }: Request): Promise<Slips> {
  const asked = new URL(url).searchParams.get(ORDERS) ?? ''
  const ids = asked.split(',').filter(Boolean).slice(0, MAX_CHOSEN_ORDERS)
  if (ids.length === 0) return { slips: [], failure: null }
  try {
    return {
      slips: (await browserApi.readPackingSlips({ query: { ids: ids.join() }, signal })).data,
      failure: null,
    }
  } catch (error) {
    return { slips: [], failure: (await refusalOf(error)).message }
  }
}

export function unitsOf({ lines }: PackingSlip): string {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return units === 1 ? '1 unidad' : `${units} unidades`
}
