import { z } from 'zod'
import { COUPON_KINDS, COUPON_STATES, normalizeCouponCode } from '#domain/coupon.ts'
import { defineCall } from './call.ts'
import {
  booleanField,
  created,
  data,
  day,
  list,
  message,
  orNone,
  pageQuery,
  pesos,
  requiredText,
  wholeNumber,
} from './fields.ts'

/** Codes for a discount. */

const MAX_CODE = 40
/** Characters that each code of a batch has after the prefix, with the dash between them. */
const MAX_ADDED = 7
export const MAX_COUPON_BATCH = 1_000
const MAX_USES = 1_000_000

/** A code as people type it: case and spaces don't matter. The call refuses an unknown code, not the form. */
export const couponCode = z.string().max(200).transform(normalizeCouponCode)

const LETTERS_DIGITS_DASH = 'Usa solo letras, números y guion.'
const codeOf = (max: number) =>
  requiredText(max)
    .transform(normalizeCouponCode)
    .pipe(z.string().regex(/^[\p{L}\d-]+$/u, LETTERS_DIGITS_DASH))

const atLeastOne = (number: number) => number >= 1
const ONE = 'Escribe un número desde 1.'
const uses = orNone(wholeNumber(MAX_USES).refine(atLeastOne, ONE).nullable())
const dayOrNone = orNone(day.nullable() as z.ZodType<string | null, string | number | null>)

export const couponKind = z.enum(COUPON_KINDS)

/** All fields of a coupon but its code. */
const rule = {
  kind: couponKind,
  /** Percent from 1 to 100, or pesos; 0 of the kind `delivery`. */
  value: orNone(pesos.nullable()).transform((value) => value ?? 0),
  /** The least sum of all lines, and the greatest discount, whole pesos. */
  minimum: orNone(pesos.nullable()).transform((sum) => sum || null),
  maximum: orNone(pesos.refine(atLeastOne, ONE).nullable()),
  /** First and last day in the pharmacy's time zone, both included. */
  from: dayOrNone,
  until: dayOrNone,
  /** The most orders with the code: in all, and of each customer. */
  uses,
  usesPerCustomer: uses,
  firstOrder: booleanField,
  /** Names. With categories and laboratories, a product must match both. */
  categories: z.array(requiredText(80)).max(100),
  laboratories: z.array(requiredText(80)).max(100),
  active: booleanField,
}

/** The fields of a new coupon; missing ones get a default. */
const ruleOfNew = {
  kind: rule.kind,
  value: rule.value.default(0),
  minimum: rule.minimum.default(null),
  maximum: rule.maximum.default(null),
  from: rule.from.default(null),
  until: rule.until.default(null),
  uses: rule.uses.default(null),
  usesPerCustomer: rule.usesPerCustomer.default(null),
  firstOrder: rule.firstOrder.default(false),
  categories: rule.categories.default([]),
  laboratories: rule.laboratories.default([]),
  active: rule.active.default(true),
}
const rules = z.object(ruleOfNew)
export type CouponRule = z.output<typeof rules>

const WRONG_VALUE = {
  percent: 'Escribe un porcentaje entre 1 y 100.',
  amount: 'Escribe cuántos pesos descuenta.',
  delivery: 'El despacho gratis no lleva valor.',
}

function checkRule(
  { kind, value, from, until }: Pick<CouponRule, 'kind' | 'value' | 'from' | 'until'>,
  context: z.core.$RefinementCtx,
) {
  const isValid = kind === 'delivery' ? value === 0 : value >= 1 && (kind === 'amount' || value <= 100)
  if (!isValid) context.addIssue({ code: 'custom', path: ['value'], message: WRONG_VALUE[kind] })
  if (from && until && from > until)
    context.addIssue({ code: 'custom', path: ['until'], message: 'Es anterior al primer día.' })
}

export const couponBody = z.object({ ...ruleOfNew, code: codeOf(MAX_CODE) }).superRefine(checkRule)
export type CouponFields = z.output<typeof couponBody>

/** Fields that aren't sent stay as they are. */
const couponChange = z.object({ ...rule, code: codeOf(MAX_CODE) }).partial()
export type CouponChange = z.output<typeof couponChange>

export const couponBatchBody = z
  .object({
    ...ruleOfNew,
    uses: rule.uses.default(1),
    count: wholeNumber(MAX_COUPON_BATCH).refine(atLeastOne, ONE),
    /** The letters that each code begins with. */
    prefix: codeOf(MAX_CODE - MAX_ADDED),
  })
  .superRefine(checkRule)

const coupon = z.object({
  _id: z.string(),
  code: z.string(),
  kind: couponKind,
  value: z.int(),
  minimum: z.int().nullable(),
  maximum: z.int().nullable(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  uses: z.int().nullable(),
  usesPerCustomer: z.int().nullable(),
  firstOrder: z.boolean(),
  categories: z.array(z.string()),
  laboratories: z.array(z.string()),
  active: z.boolean(),
  state: z.enum(COUPON_STATES),
  /** The coupon's orders, without cancelled ones; the pesos that it took off them; the sum of their totals. */
  used: z.int(),
  given: z.int(),
  brought: z.number(),
})
export type Coupon = z.infer<typeof coupon>

/** `ended`: inactive, or after the last day; `live`: all others. */
const state = z.enum(['live', 'ended']).optional()
const couponQuery = pageQuery.extend({ state })
export type CouponQuery = z.output<typeof couponQuery>
const couponFilter = couponQuery.pick({ search: true, state: true }).extend({
  /** A code. The answer has all codes of the batch in which this code was created. */
  batch: couponCode.optional(),
})
export type CouponFilter = z.output<typeof couponFilter>

export const couponCalls = {
  listCoupons: defineCall('GET /coupons', {
    access: 'staff',
    summary:
      'The codes for a discount, newest first, with their uses, the pesos given and what their orders brought.',
    query: couponQuery,
    answer: list(coupon),
  }),
  exportCoupons: defineCall('GET /coupons/export', {
    access: 'staff',
    summary: 'A workbook of the codes for a discount, newest first, with a link for each.',
    query: couponFilter,
    answer: 'spreadsheet',
  }),
  createCoupon: defineCall('POST /coupons', {
    access: 'staff',
    summary: 'Adds a code.',
    body: couponBody,
    answer: created,
    status: 201,
    errors: ['NAME_TAKEN'],
  }),
  createCoupons: defineCall('POST /coupons/batch', {
    access: 'staff',
    summary:
      'Adds many codes of one rule, each with random letters after the prefix; usable once if `uses` is missing.',
    body: couponBatchBody,
    answer: data(z.object({ codes: z.array(z.string()) })),
    status: 201,
  }),
  updateCoupon: defineCall('POST /coupons/:id', {
    access: 'staff',
    summary: 'Changes the given fields of a code. Orders keep what it gave them.',
    body: couponChange,
    answer: message,
    errors: ['NAME_TAKEN'],
  }),
  endCoupon: defineCall('POST /coupons/:id/end', {
    access: 'staff',
    summary: 'Makes a code inactive.',
    answer: message,
  }),
}
