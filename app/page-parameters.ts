import { href } from 'react-router'
import { PRODUCT_PARAMETER } from '#domain/screen-urls.ts'
import { REGISTRATION_PARAMETER } from './account/register/checkout-registration.ts'
import { SHOP_PARAMETERS } from './storefront/shop/shop-url.ts'

/** The query parameters with which the server renders a page, by path. It renders every other page without any. */
export const pageParameters: Readonly<Record<string, readonly string[]>> = {
  [href('/tienda')]: SHOP_PARAMETERS,
  [href('/productos')]: SHOP_PARAMETERS,
  [href('/descripcion')]: [PRODUCT_PARAMETER],
  [href('/registro')]: [REGISTRATION_PARAMETER],
}
