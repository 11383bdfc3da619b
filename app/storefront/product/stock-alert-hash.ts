/** Opens the form of a sold-out product. */
export const STOCK_ALERT_HASH = '#aviso'
