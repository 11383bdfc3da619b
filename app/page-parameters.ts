import { href } from 'react-router'
import { PRODUCT_PARAMETER } from '#domain/screen-urls.ts'
import { REGISTRATION_PARAMETER } from './account/register/checkout-registration.ts'
import { SHOP } from './storefront/shop/shop-url.ts'

const shop = Object.values(SHOP).map(({ name }) => name)

/** The query parameters with which the server renders a page, by path. It renders every other page without any. */
export const pageParameters: Readonly<Record<string, readonly string[]>> = {
  [href('/tienda')]: shop,
  [href('/productos')]: shop,
  [href('/descripcion')]: [PRODUCT_PARAMETER],
  [href('/registro')]: [REGISTRATION_PARAMETER],
}
