import { href } from 'react-router'

/** The parameter of the registration's URL that says where the login after it leads. */
export const REGISTRATION_PARAMETER = 'seguir'

/** The registration of somebody on the way to the checkout: the login after it leads there (docs/product.md#guest-checkout). */
export const CHECKOUT_REGISTRATION = `${href('/registro')}?${REGISTRATION_PARAMETER}=compra`

/** Where the login after a registration leads. The URL names a fixed path only, so that it can't lead to another site. */
export const pathAfterRegistration = (search: URLSearchParams) =>
  search.get(REGISTRATION_PARAMETER) === 'compra' ? href('/finalizar-compra') : undefined
