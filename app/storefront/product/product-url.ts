import { href } from 'react-router'

/** The URL of a product's page. */
export const productUrl = (id: string) => `${href('/descripcion')}?producto=${encodeURIComponent(id)}`

/** Opens the form of a sold-out product. */
export const STOCK_ALERT_HASH = '#aviso'
