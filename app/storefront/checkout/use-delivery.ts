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
export type Zone = DeliveryOptions['zones'][number]

export type Delivery = ReturnType<typeof useDelivery>

/** `pickup` is only there for that kind; `commune`, a code or an empty text, and its `zone` only for the other one. */
type Found = {
  kind: DeliveryKind | undefined
  pickup: Pickup | undefined
  commune: string
  zone: Zone | undefined
}

/**
 * The delivery of the order that is being made, as far as the pharmacy offers it. The last choice is offered again: this browser's, else
 * that of the last order.
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
  const pickup =
    pickups.length === 1
      ? pickups[0]
      : pickups.find(({ _id, name }) => (wanted.pickup ? _id === wanted.pickup : name === before?.name))
  const found: Found = {
    kind,
    pickup: kind === 'pickup' ? pickup : undefined,
    commune: kind === 'zone' ? commune : '',
    zone: kind === 'zone' ? zoneOf(commune) : undefined,
  }
  const choice = choiceOf({ kind, pickup: found.pickup?._id, zone: found.zone?._id, commune })
  const want = (change: WantedDelivery) =>
    rememberDelivery({ ...change, zone: zoneOf(change.commune ?? '')?._id })
  return {
    ...{ options, kinds, ...found, choice, option: optionOf(found), replaceOptions },
    /** The sentence about the part that the customer still has to choose. */
    missing: choice || kinds.length === 0 ? undefined : whatIsMissing(found),
    chooseKind: (one: DeliveryKind) => want({ kind: one, pickup: pickup?._id, commune }),
    choosePickup: (id: string) => want({ kind: 'pickup', pickup: id, commune }),
    chooseCommune: (code: string) => want({ kind: 'zone', pickup: pickup?._id, commune: code }),
  }
}

function optionOf({ pickup, zone }: Found): DeliveryOption | undefined {
  if (pickup) return { kind: 'pickup', name: pickup.name, price: 0, freeFrom: null }
  return zone && { kind: 'zone', name: zone.name, price: zone.price, freeFrom: zone.freeFrom }
}

function whatIsMissing({ kind, commune }: Found): string {
  if (!kind) return 'Elige cómo quieres recibir tu pedido.'
  if (kind === 'pickup') return 'Elige dónde retirarás tu pedido.'
  return commune ? notDeliveredText(commune) : 'Elige tu comuna.'
}

/** The sentence about a commune that no zone has. */
export const notDeliveredText = (commune: string) => `Todavía no despachamos a ${communeName(commune)}.`
