import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'

/** How the server understood a search. */
export type Understood = Pick<CallAnswer<Calls['listShop']>['data'], 'corrected' | 'brand' | 'without'>

/** A line above the products that names a missing brand and the words left out; empty for a search as typed. */
export function searchNote({ brand, without = [] }: Understood): string {
  const others = brand?.combined ? 'con uno de sus principios activos' : 'con el mismo principio activo'
  const instead = brand ? `No tenemos ${brand.name}; ${others}` : ''
  const shortened = without.length > 0 ? `in ${without.map((word) => `«${word}»`).join(' ni ')}:` : ''
  if (!shortened) return instead && `${instead}:`
  return instead ? `${instead}, s${shortened}` : `S${shortened}`
}
