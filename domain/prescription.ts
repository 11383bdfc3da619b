/** The most pages of an order's prescription (docs/product.md#prescription-of-an-order). */
export const MAX_PRESCRIPTION_PAGES = 5
