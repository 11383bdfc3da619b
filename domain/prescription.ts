/** The maximum number of pages in an order's prescription (docs/product.md#prescription-of-an-order). */
export const MAX_PRESCRIPTION_PAGES = 5

/**
 * States of an order's prescription: not needed, not sent yet, to be reviewed, decided, or covered by a lasting prescription of the
 * customer, which a pharmacist still confirms.
 */
export const PRESCRIPTION_STATES = ['none', 'missing', 'sent', 'approved', 'rejected', 'covered'] as const
export type PrescriptionState = (typeof PRESCRIPTION_STATES)[number]
