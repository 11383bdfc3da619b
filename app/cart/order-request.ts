import type { DeliveryChoice } from '#contract/delivery-options.ts'
import { normalizeCouponCode } from '#domain/coupon.ts'
import type { DeliveryKind } from '#domain/order-price.ts'
import { createStorageStore, parseStored } from '../browser/browser-storage.ts'
import { notice } from '../ui/notice.tsx'

/**
 * The customer's wishes besides the products, in browser storage: a code for a discount, and how the order arrives. They are
 * offered again, and a logout forgets them.
 */

const COUPON_KEY = 'coupon'
const DELIVERY_KEY = 'delivery'

const couponStore = createStorageStore(
  () => localStorage.getItem(COUPON_KEY) ?? '',
  (code) => code,
)

/** The remembered code, or an empty text; empty on the server and during hydration. */
export const useCoupon = couponStore.use

/** Remembers a code; an empty text forgets it. */
export function rememberCoupon(typed: string) {
  const code = normalizeCouponCode(typed)
  if (code) localStorage.setItem(COUPON_KEY, code)
  else localStorage.removeItem(COUPON_KEY)
  couponStore.notify()
}

/** Remembers the code of a link to the shop, and says so in a toast. Only a cart shows whether the code is valid. */
export function takeLinkedCoupon(typed: string) {
  rememberCoupon(typed)
  const title = `Guardamos el código ${normalizeCouponCode(typed)} para tu carrito`
  void notice.toast({ title, icon: 'success', timer: 2_500 })
}

/** The customer's last choice of delivery. Pick-up and zone keep their own details, so that switching between them loses nothing. */
export type WantedDelivery = { kind?: DeliveryKind; pickup?: string; zone?: string; commune?: string }

const deliveryStore = createStorageStore(
  () => localStorage.getItem(DELIVERY_KEY) ?? '',
  (text) => parseStored<WantedDelivery>(text) ?? {},
)

/** The wanted delivery; nothing on the server and during hydration. */
export const useWantedDelivery = deliveryStore.use

export function rememberDelivery(change: WantedDelivery) {
  localStorage.setItem(DELIVERY_KEY, JSON.stringify({ ...deliveryStore.read(), ...change }))
  deliveryStore.notify()
}

/** The choice as calls take it; undefined while a part of it is missing. */
export function choiceOf({ kind, pickup, zone, commune }: WantedDelivery): DeliveryChoice | undefined {
  if (kind === 'pickup' && pickup) return { pickup }
  if (kind === 'zone' && zone && commune) return { zone, commune }
  return undefined
}
