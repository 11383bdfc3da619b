import { href } from 'react-router'

/** The registration of somebody on the way to the checkout: the login after it leads there (docs/product.md#guest-checkout). */
export const CHECKOUT_REGISTRATION = `${href('/registro')}?seguir=compra`

/** Where the login after a registration leads. The URL names a fixed path only, so that it can't lead to another site. */
export const pathAfterRegistration = (search: URLSearchParams) =>
  search.get('seguir') === 'compra' ? href('/finalizar-compra') : undefined
