import { z } from 'zod'
import { PRESCRIPTION_CONDITIONS } from '#domain/sale-condition.ts'
import { defineCall } from './call.ts'
import { booleanField, data, day, list, message, optional, pageQuery, rut, text } from './fields.ts'
import { bulkOutcome, chosenOrders } from './fulfilment.ts'
import { orderSchema } from './orders.ts'
import { today } from './store-day.ts'

const FUTURE_DATE = 'La fecha no puede ser posterior a hoy.'

/** The most dispensings that one prescription can serve. */
export const MAX_DISPENSINGS = 12

/** A pharmacist's decision about an order's prescription. */
export const prescriptionReview = z
  .object({
    approved: booleanField,
    /** Required for a rejection; the customer reads it. */
    reason: text(300).default(''),
    /** Recorded with an approval, all optional. */
    prescriber: text(120).default(''),
    prescriberRut: optional(rut),
    /** The day on the prescription. A prescription older than the usual limit needs `confirmOld`. */
    date: optional(day.refine((date) => date <= today(), FUTURE_DATE)),
    confirmOld: booleanField.default(false),
    /** The folio of an electronic prescription. */
    folio: text(40).default(''),
    /** The last day on which the prescription serves further orders. */
    validUntil: optional(day),
    /** The dispensings that the prescription allows, this order's included. */
    deliveries: z.coerce.number().int().min(1).max(MAX_DISPENSINGS).default(1),
    /** The pages and the last decision that the caller saw: refused when the order has others now. */
    seen: z
      .object({ pages: z.array(z.string().max(200)).max(100), reviewedAt: z.iso.datetime().nullable() })
      .optional(),
  })
  .refine(({ approved, reason }) => approved || reason !== '', {
    path: ['reason'],
    message: 'Escribe el motivo, que el cliente leerá.',
  })
  .refine(({ date, validUntil }) => !date || !validUntil || date <= validUntil, {
    path: ['validUntil'],
    message: 'No puede vencer antes de su fecha.',
  })
export type PrescriptionReview = z.output<typeof prescriptionReview>

/** A line of the register of dispensed prescriptions; names stay as they were. */
const registerRow = z.object({
  _id: z.string(),
  order: z.object({ _id: z.string(), nro_delivery: z.int() }),
  /** ISO instant of the dispensing. */
  date: z.string(),
  patient: z.object({ name: z.string(), rut: z.string() }),
  prescriber: z.object({ name: z.string(), rut: z.string() }),
  saleCondition: z.enum(PRESCRIPTION_CONDITIONS),
  product: z.string(),
  dcm: z.string(),
  quantity: z.int(),
  /** The name of the person who approved the prescription; empty while nobody has. */
  approvedBy: z.string(),
  /** Whether the original was received. */
  retained: z.boolean(),
  folio: z.string(),
  /** ISO instant at which the dispensing was taken back; null for a line that counts. */
  struckAt: z.string().nullable(),
})
export type RegisterRow = z.infer<typeof registerRow>

const registerFilter = z.object({
  /** Days in the pharmacy's time zone, both included. */
  from: day.optional(),
  to: day.optional(),
  /** Finds product, patient, prescriber and order's number. */
  search: text(100).optional(),
  /** Also the lines that don't count any more. */
  struck: booleanField.optional(),
})

export type RegisterFilter = z.output<typeof registerFilter>

/** A prescription that serves further orders of the same customer. */
const lastingPrescription = z.object({
  _id: z.string(),
  prescriber: z.string(),
  /** The products that it was approved for, in the quantity of that order. */
  products: z.array(z.object({ productId: z.string(), productName: z.string(), quantity: z.int() })),
  deliveries: z.int(),
  left: z.int(),
  /** The last day on which it serves an order, in the pharmacy's time zone; null without one. */
  validUntil: z.string().nullable(),
  /** Ids of the products in the cart that it would serve if the cart were ordered now. */
  covers: z.array(z.string()),
})
export type LastingPrescription = z.infer<typeof lastingPrescription>

/** Calls for the pharmacist's review, the originals and the register. */
export const orderPrescriptionCalls = {
  reviewPrescription: defineCall('POST /cart/order/:id/prescription-review', {
    summary: 'Approves or rejects the prescription of a pending or delivered order; a rejection is mailed.',
    body: prescriptionReview,
    answer: message.extend({ data: orderSchema }),
    errors: ['ORDER_CLOSED', 'NO_PRESCRIPTION', 'PRESCRIPTION_CHANGED', 'PRESCRIPTION_OLD'],
  }),
  receiveOriginal: defineCall('POST /cart/order/:id/original-received', {
    summary: 'Notes whether the paper original of a retained prescription was received.',
    body: z.object({ received: booleanField }),
    answer: message.extend({ data: orderSchema }),
    errors: ['ORDER_CLOSED', 'NO_PRESCRIPTION'],
  }),
  receiveOriginals: defineCall('POST /cart/deliveries/original-received', {
    summary: 'Notes the originals of several orders, each in a transaction of its own.',
    body: z.object({ ids: chosenOrders, received: booleanField }),
    answer: bulkOutcome,
  }),
  listPrescribers: defineCall('GET /cart/prescribers', {
    summary: 'Prescribers of earlier approvals whose name or RUT begins with the search, the latest first.',
    query: z.object({ search: text(100).optional() }),
    answer: data(z.array(z.object({ name: z.string(), rut: z.string() }))),
  }),
  listRegister: defineCall('GET /cart/prescription-register', {
    summary: 'The register of dispensed lines with a prescription, newest first.',
    query: pageQuery.extend(registerFilter.shape),
    answer: list(registerRow),
  }),
  exportRegister: defineCall('GET /cart/prescription-register/export', {
    guarded: true,
    summary: 'The register as a workbook.',
    query: registerFilter,
    answer: 'spreadsheet',
  }),
}

/** Calls for a customer's own prescriptions that last. */
export const lastingPrescriptionCalls = {
  listPrescriptions: defineCall('GET /account/prescriptions', {
    access: 'owner',
    summary:
      "The session's user's prescriptions with dispensings left and not past their date, and what each covers of the cart.",
    answer: data(z.array(lastingPrescription)),
  }),
  removePrescription: defineCall('POST /account/prescriptions/:id/remove', {
    access: 'owner',
    summary: "Removes one of the session's user's own prescriptions; orders that use it keep it.",
    answer: message,
  }),
}
