import { z } from 'zod'
import { normalizeCode } from '#domain/coupon.ts'

/** Codes for a discount (docs/product.md#coupons). */

/** A code as people type it: case and spaces don't matter. An unknown one is refused by the call, not by its form. */
export const couponCode = z.string().max(200).transform(normalizeCode)
