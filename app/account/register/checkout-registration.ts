import { href } from 'react-router'

/** The URL parameter of the registration that selects the page after the login. */
export const REGISTRATION_PARAMETER = 'seguir'

/** The registration's URL for a customer on the way to the checkout; the login afterwards leads there. */
export const CHECKOUT_REGISTRATION = `${href('/registro')}?${REGISTRATION_PARAMETER}=compra`

/** The path to load after the login of a new account. The URL only selects a fixed path, so that no link can lead to another site. */
export const pathAfterRegistration = (search: URLSearchParams) =>
  search.get(REGISTRATION_PARAMETER) === 'compra' ? href('/finalizar-compra') : undefined
