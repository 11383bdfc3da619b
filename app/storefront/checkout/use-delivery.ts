import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { Order } from '#contract/orders.ts'
import { communeName } from '#domain/communes.ts'
import type { DeliveryKind, DeliveryOption } from '#domain/order-price.ts'
import {
  choiceOf,
  rememberDelivery,
  useWantedDelivery,
  type WantedDelivery,
} from '../../cart/order-request.ts'

export type DeliveryOptions = CallAnswer<Calls['listDeliveryOptions']>['data']
export type Pickup = DeliveryOptions['pickups'][number]

export type Delivery = ReturnType<typeof useDelivery>

/**
 * The delivery of the order that is being made, as far as the pharmacy offers it: `pickup` only of that kind; `commune`, a code or an empty
 * text, and its `zone` only of the other one. The last choice is offered again: this browser's, else that of the last order.
 */
export function useDelivery(loaded: DeliveryOptions, lastOrder: Order | null) {
  const [options, replaceOptions] = useState(loaded)
  const wanted = useWantedDelivery()
  const before = lastOrder?.delivery
  const { pickups, zones } = options
  const kinds: DeliveryKind[] = [
    ...(pickups.length > 0 ? (['pickup'] as const) : []),
    ...(zones.length > 0 ? (['zone'] as const) : []),
  ]
  const kind = kinds.length === 1 ? kinds[0] : kinds.find((one) => one === (wanted.kind ?? before?.kind))
  const zoneOf = (commune: string) => zones.find(({ communes }) => communes.includes(commune))
  const commune = wanted.commune ?? before?.commune ?? ''
  const point =
    pickups.length === 1
      ? pickups[0]
      : pickups.find(({ _id, name }) => (wanted.pickup ? _id === wanted.pickup : name === before?.name))
  const pickup = kind === 'pickup' ? point : undefined
  const zone = kind === 'zone' ? zoneOf(commune) : undefined
  const choice = choiceOf({ kind, pickup: pickup?._id, zone: zone?._id, commune })
  const option: DeliveryOption | undefined = pickup
    ? { kind: 'pickup', name: pickup.name, price: 0, freeFrom: null }
    : zone && { kind: 'zone', name: zone.name, price: zone.price, freeFrom: zone.freeFrom }
  const want = (change: WantedDelivery) =>
    rememberDelivery({ pickup: point?._id, commune, ...change, zone: zoneOf(change.commune ?? commune)?._id })
  return {
    ...{ options, kinds, kind, pickup, zone, choice, option, replaceOptions },
    commune: kind === 'zone' ? commune : '',
    /** The sentence about the part that the customer still has to choose. */
    missing: choice || kinds.length === 0 ? undefined : whatIsMissing(kind, commune),
    chooseKind: (kind: DeliveryKind) => want({ kind }),
    choosePickup: (pickup: string) => want({ kind: 'pickup', pickup }),
    chooseCommune: (commune: string) => want({ kind: 'zone', commune }),
  }
}

function whatIsMissing(kind: DeliveryKind | undefined, commune: string): string {
  if (!kind) return 'Elige cómo quieres recibir tu pedido.'
  if (kind === 'pickup') return 'Elige dónde retirarás tu pedido.'
  return commune ? notDeliveredText(commune) : 'Elige tu comuna.'
}

export const notDeliveredText = (commune: string) => `Todavía no despachamos a ${communeName(commune)}.`
