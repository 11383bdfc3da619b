import { href } from 'react-router'
import { MAX_CHOSEN_ORDERS, type PackingSlip } from '#contract/fulfilment.ts'
import { counted } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { type Loaded, loadOrFailure } from '../../api/server-failure.ts'
import { readState, texts, urlOf, writeState } from '../../listing/url-state.ts'

const PACKING = { ids: texts('pedidos', MAX_CHOSEN_ORDERS) }

export const packingUrl = (ids: string[]) =>
  urlOf(href('/dashboard/deliveries/packing'), writeState(PACKING, { ids }))

export const labelsUrl = (ids: string[]) =>
  urlOf(href('/dashboard/deliveries/labels'), writeState(PACKING, { ids }))

export type Slips = Loaded<{ slips: PackingSlip[] }>

export function loadSlips({ url, signal }: Request): Promise<Slips> {
  const { ids = [] } = readState(PACKING, new URL(url).searchParams)
  return loadOrFailure(async () => {
    if (ids.length === 0) return { slips: [] }
    return { slips: (await browserApi.readPackingSlips({ query: { ids: ids.join() }, signal })).data }
  })
}

export function unitsOf({ lines }: PackingSlip): string {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return counted(units, 'unidad', 'unidades')
}
