import { href } from 'react-router'

/** The parameter of the page's URL that has the product's id. */
export const PRODUCT_PARAMETER = 'producto'

/** The URL of a product's page. */
export const productUrl = (id: string) =>
  `${href('/descripcion')}?${PRODUCT_PARAMETER}=${encodeURIComponent(id)}`

/** Opens the form of a sold-out product. */
export const STOCK_ALERT_HASH = '#aviso'
