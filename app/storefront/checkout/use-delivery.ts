import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { DeliveryChoice } from '#contract/delivery-options.ts'
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

/** The delivery that the customer wants, as far as the pharmacy offers it. */
export type Delivery = {
  options: DeliveryOptions
  /** The kinds on offer; none in a shop without delivery options. */
  kinds: DeliveryKind[]
  kind: DeliveryKind | undefined
  /** The chosen point; only if `kind` is `pickup`. */
  pickup: Pickup | undefined
  /** Only if `kind` is `zone`: the code of the chosen commune, else an empty text, and the zone that has this commune. */
  commune: string
  zone: Zone | undefined
  /** The choice as calls take it; undefined while a part of it is missing. */
  choice: DeliveryChoice | undefined
  /** The chosen option, for the sums. */
  option: DeliveryOption | undefined
  /** The sentence about the part that the customer still has to choose. */
  missing: string | undefined
  chooseKind: (kind: DeliveryKind) => void
  choosePickup: (id: string) => void
  chooseCommune: (code: string) => void
  /** Replaces the options, which may have changed. */
  replaceOptions: (options: DeliveryOptions) => void
}

/** The delivery of the order that is being made. The last choice is offered again: this browser's, else that of the last order. */
export function useDelivery(loaded: DeliveryOptions, lastOrder: Order | null): Delivery {
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
  const found = {
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
    missing: choice || kinds.length === 0 ? undefined : whatIsMissing(found),
    chooseKind: (one) => want({ kind: one, pickup: pickup?._id, commune }),
    choosePickup: (id) => want({ kind: 'pickup', pickup: id, commune }),
    chooseCommune: (code) => want({ kind: 'zone', pickup: pickup?._id, commune: code }),
  }
}

function optionOf({
  kind,
  pickup,
  zone,
}: Pick<Delivery, 'kind' | 'pickup' | 'zone'>): DeliveryOption | undefined {
  if (kind === 'pickup' && pickup) return { kind, name: pickup.name, price: 0, freeFrom: null }
  return zone && { kind: 'zone', name: zone.name, price: zone.price, freeFrom: zone.freeFrom }
}

function whatIsMissing({ kind, commune }: Pick<Delivery, 'kind' | 'commune'>): string {
  if (!kind) return 'Elige cómo quieres recibir tu pedido.'
  if (kind === 'pickup') return 'Elige dónde retirarás tu pedido.'
  return commune ? notDeliveredText(commune) : 'Elige tu comuna.'
}

/** The sentence about a commune that no zone has. */
export const notDeliveredText = (commune: string) => `Todavía no despachamos a ${communeName(commune)}.`
