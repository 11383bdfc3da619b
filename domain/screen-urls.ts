/** The paths of the screens that mails and the sitemap know. All screens are in app/routes.ts. */
export const SCREENS = {
  home: '/',
  shop: '/tienda',
  product: '/descripcion',
  prescriptionBook: '/recetario-magistral',
  about: '/sobre-nosotros',
  checkout: '/finalizar-compra',
  repeatOrder: '/repetir-pedido',
  profile: '/perfil',
  ownOrders: '/perfil/pedidos',
  recovery: '/identificarse',
  newPassword: '/reset-password',
  cancelReminders: '/recordatorios',
  stopAlerts: '/dejar-avisos',
  backOffice: '/dashboard',
  orders: '/dashboard/deliveries',
  requests: '/dashboard/clients',
} as const

/** The parameter with the product's id. */
export const PRODUCT_PARAMETER = 'producto'
/** The parameter with an order's id, of the checkout and of the repeated order. */
export const ORDER_PARAMETER = 'pedido'

/** The URL of a product's page, without the shop's origin like all of these. */
export const productUrl = (id: string) => `${SCREENS.product}?${PRODUCT_PARAMETER}=${encodeURIComponent(id)}`

/** The hash of a product's URL that opens the form for a stock alert. */
export const STOCK_ALERT_HASH = '#aviso'

/** The checkout's URL that shows a placed order. It survives a reload, and shows nothing to anybody else. */
export const placedOrderUrl = (id: string) =>
  `${SCREENS.checkout}?${ORDER_PARAMETER}=${encodeURIComponent(id)}`

/** The URL that puts an order's products in the cart. */
export const repeatOrderUrl = (id: string) =>
  `${SCREENS.repeatOrder}?${ORDER_PARAMETER}=${encodeURIComponent(id)}`

/** The URL of an import's screen. */
export const importUrl = (id: string) => `/dashboard/products/imports/${id}`

/** The URLs that a mail's secret token opens. */
export const newPasswordUrl = (token: string) => `${SCREENS.newPassword}/${token}`
export const cancelRemindersUrl = (token: string) => `${SCREENS.cancelReminders}/${token}`
export const stopAlertsUrl = (token: string) => `${SCREENS.stopAlerts}/${token}`
