/** The hash of a product's URL that opens the form for a stock alert. */
export const STOCK_ALERT_HASH = '#aviso'
