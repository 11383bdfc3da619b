import type { PrescriptionCondition } from './sale-condition.ts'

/**
 * Days after its date on which a prescription still serves, as pharmacies in Chile count: thirty for a retained one or a cheque, half a
 * year for a simple one. The pharmacist decides about an older one.
 */
export const SERVES_DAYS: Record<PrescriptionCondition, number> = { simple: 180, retained: 30, check: 30 }

/** The maximum number of pages in an order's prescription (docs/prescriptions.md#pages). */
export const MAX_PRESCRIPTION_PAGES = 5

/**
 * States of an order's prescription: not needed, not sent yet, to be reviewed, decided, or covered by a lasting prescription of the
 * customer, which a pharmacist still confirms.
 */
export const PRESCRIPTION_STATES = ['none', 'missing', 'sent', 'approved', 'rejected', 'covered'] as const
export type PrescriptionState = (typeof PRESCRIPTION_STATES)[number]
