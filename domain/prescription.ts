/** The maximum number of pages in an order's prescription (docs/product.md#prescription-of-an-order). */
export const MAX_PRESCRIPTION_PAGES = 5
