/**
 * The shops under test: `server` for nearly all tests, and `delivery` for those that offer ways of delivery, which change every checkout of
 * their shop.
 */
const PORTS = { server: 0, delivery: 2 }
export type ShopName = keyof typeof PORTS

export const shopUrl = (name: ShopName) =>
  `http://127.0.0.1:${Number(process.env.E2E_PORT ?? 4897) + PORTS[name]}`
