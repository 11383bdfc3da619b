import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** All URLs of the screens: Spanish path → English file (docs/product.md#routes). */
export default [
  layout('storefront/layout.tsx', [
    index('storefront/home/home.tsx'),
    route('registro', 'account/register/register.tsx'),
    route('identificarse', 'account/recovery/request-link.tsx'),
    route('perfil', 'account/profile/layout.tsx', [
      index('account/profile/general.tsx'),
      route('pedidos', 'account/profile/orders.tsx'),
    ]),
    route('tienda', 'storefront/shop/shop.tsx', { id: 'tienda' }),
    route('productos', 'storefront/shop/shop.tsx', { id: 'productos' }),
    route('descripcion', 'storefront/product/product.tsx'),
    route('carrito', 'storefront/cart/cart.tsx'),
    route('finalizar-compra', 'storefront/checkout/checkout.tsx'),
    route('recetario-magistral', 'storefront/prescription/prescription.tsx'),
    route('sobre-nosotros', 'storefront/about/about.tsx'),
    route('privacidad', 'storefront/legal/privacy.tsx'),
    route('condiciones', 'storefront/legal/terms.tsx'),
    route('devoluciones', 'storefront/legal/returns.tsx'),
  ]),
  route('identificarse/:token', 'account/recovery/new-password.tsx', { id: 'identificarse-token' }),
  route('reset-password/:token', 'account/recovery/new-password.tsx', { id: 'reset-password' }),
  route('dashboard', 'backoffice/layout.tsx', [
    index('backoffice/board/board.tsx'),
    route('clients', 'backoffice/people/clients.tsx'),
    route('users', 'backoffice/people/users.tsx'),
    route('suppliers', 'backoffice/suppliers/suppliers.tsx'),
    route('settings', 'account/settings.tsx'),
    route('deliveries', 'backoffice/orders.tsx'),
    route('categories', 'backoffice/categories/categories.tsx'),
    route('products', 'backoffice/products/products.tsx'),
    route('products/new-product', 'backoffice/products/new-product.tsx'),
    route('products/edit-product/:id', 'backoffice/products/edit-product.tsx'),
    route('products/imports', 'backoffice/products/import/imports.tsx'),
    route('products/imports/:id', 'backoffice/products/import/import.tsx'),
    route('carousel', 'backoffice/carousel/carousel.tsx'),
    route('activity', 'backoffice/activity/activity.tsx'),
  ]),
  route('*', 'storefront/not-found.ts'),
] satisfies RouteConfig
