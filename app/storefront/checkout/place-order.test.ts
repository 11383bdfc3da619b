import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart.ts'

/** The mocked calls of the server. */
const server = vi.hoisted(() => ({ updateCart: vi.fn(), createOrder: vi.fn(), getCart: vi.fn() }))

vi.mock('../../api/client.ts', () => ({
  browserApi: server,
  ApiError: class extends Error {
    status: number
    code: string
    data: unknown
    constructor(status: number, body: { message?: string; code?: string; data?: unknown }) {
      super(body.message)
      this.status = status
      this.code = body.code ?? 'UNAVAILABLE'
      this.data = body.data
    }
    dataOf(code: string) {
      return this.code === code ? this.data : undefined
    }
  },
}))

class MemoryStorage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null
  setItem = (key: string, value: string) => void this.set(key, value)
  removeItem = (key: string) => void this.delete(key)
}
vi.stubGlobal('localStorage', new MemoryStorage())
vi.stubGlobal('sessionStorage', new MemoryStorage())

const { ApiError } = await import('../../api/client.ts')
const { readCart, writeCart } = await import('../../cart/cart.ts')
const { openCheckout, placeOrder } = await import('./place-order.ts')

const session = { token: 't', role: 'Cliente' as const, userId: 'u' }
const details = {
  name: 'Ana',
  lastName: 'Pérez',
  address: 'Calle 1',
  city: 'Talca',
  postalCode: '3460000',
  phone: '912345678',
  email: 'ana@ejemplo.cl',
}
const line = (change: Partial<CartLine> = {}): CartLine => ({
  productId: 'p',
  name: 'Losartán',
  image: '',
  quantity: 2,
  price: 1000,
  discount: 0,
  total: 2000,
  stock: 9,
  saleCondition: 'direct',
  held: false,
  ...change,
})
const noNetwork = () => new ApiError(0, { message: 'No hay conexión' })
const keyOf = (call: number) => server.createOrder.mock.calls[call]?.[0].headers['Idempotency-Key']

beforeEach(() => {
  vi.resetAllMocks()
  sessionStorage.clear()
  localStorage.clear()
  for (const [key, value] of Object.entries({ token: 't', role: 'Cliente', cart: 'u' })) {
    localStorage.setItem(key, value)
  }
  writeCart([line()])
  server.updateCart.mockResolvedValue({ data: [line()], adjusted: [] })
  server.createOrder.mockResolvedValue({
    message: 'Tu pedido N° 1 fue recibido.',
    data: { _id: 'o', nro_delivery: 1 },
  })
})

const submit = (opened = { synced: true }) => placeOrder(session, details, opened)

describe('sending an order', () => {
  test('makes one call with the lines as shown, and empties the cart', async () => {
    expect(await submit()).toEqual({
      kind: 'placed',
      message: 'Tu pedido N° 1 fue recibido.',
      orderId: 'o',
    })
    expect(server.createOrder.mock.calls[0]?.[0].body).toEqual({
      ...details,
      id: 'u',
      products: [{ productId: 'p', quantity: 2, price: 1000, discount: 0, total: 2000 }],
    })
    expect(server.updateCart).not.toHaveBeenCalled()
    expect(readCart()).toEqual([])
  })

  test('syncs first when the opening page could not, and when a quantity is not confirmed', async () => {
    await submit({ synced: false })
    expect(server.updateCart).toHaveBeenCalledOnce()
    writeCart([{ ...line(), saved: 1 }])
    await submit()
    expect(server.updateCart).toHaveBeenCalledTimes(2)
    expect(server.createOrder).toHaveBeenCalledTimes(2)
  })

  test('repeats the key after a lost answer, and does not sync the lines again', async () => {
    server.createOrder.mockRejectedValueOnce(noNetwork())
    expect(await submit({ synced: false })).toMatchObject({ kind: 'refused' })
    expect(readCart()).toHaveLength(1)
    expect(await submit({ synced: false })).toMatchObject({ kind: 'placed' })
    expect(server.updateCart).toHaveBeenCalledOnce()
    expect(keyOf(0)).toBeTruthy()
    expect(keyOf(1)).toBe(keyOf(0))
  })

  test('makes a new key when the cart changed, and after any answer', async () => {
    server.createOrder.mockRejectedValueOnce(noNetwork())
    await submit()
    writeCart([line({ quantity: 3, total: 3000 })])
    server.createOrder.mockRejectedValueOnce(new ApiError(409, {}))
    await submit()
    await submit()
    expect(new Set([keyOf(0), keyOf(1), keyOf(2)]).size).toBe(3)
  })

  test('does not order a cart that the sync adjusted', async () => {
    const adjusted = [{ productId: 'p', name: 'Losartán', reason: 'stock', quantity: 1 }]
    server.updateCart.mockResolvedValue({ data: [line({ quantity: 1, total: 1000 })], adjusted })
    expect(await submit({ synced: false })).toEqual({ kind: 'adjusted', adjusted })
    expect(server.createOrder).not.toHaveBeenCalled()
  })

  test('orders at the price that was shown, not at a price that the sync changed', async () => {
    server.updateCart.mockResolvedValue({ data: [line({ price: 1200, total: 2400 })], adjusted: [] })
    await submit({ synced: false })
    expect(server.createOrder.mock.calls[0]?.[0].body.products).toEqual([
      { productId: 'p', quantity: 2, price: 1000, discount: 0, total: 2000 },
    ])
  })

  test.each(['CART_CHANGED', 'PRICE_CHANGED'] as const)(
    'replaces the local lines by the lines of a refusal with %s',
    async (code) => {
      const data = [line({ price: 1200, total: 2400 })]
      server.createOrder.mockRejectedValue(new ApiError(409, { code, data }))
      expect(await submit()).toMatchObject({ kind: 'refused', adjusted: [] })
      expect(readCart()).toEqual(data)
    },
  )

  test('empties a cart that was ordered on another device', async () => {
    server.createOrder.mockRejectedValue(new ApiError(409, { code: 'CART_EMPTY' }))
    expect(await submit()).toMatchObject({ kind: 'refused' })
    expect(readCart()).toEqual([])
  })

  test('adjusts the cart after a refusal for the stock', async () => {
    const adjusted = [{ productId: 'p', name: 'Losartán', reason: 'stock', quantity: 1 }]
    server.updateCart.mockResolvedValue({ data: [line({ quantity: 1, total: 1000 })], adjusted })
    server.createOrder.mockRejectedValue(new ApiError(409, { code: 'NO_STOCK', data: [line({ stock: 1 })] }))
    expect(await submit()).toMatchObject({ kind: 'refused', adjusted })
    expect(readCart()[0]?.quantity).toBe(1)
  })
})

describe('opening the checkout', () => {
  test('reads the cart from the server after a submit without an answer', async () => {
    server.createOrder.mockRejectedValueOnce(noNetwork())
    await submit()
    server.updateCart.mockClear()
    server.getCart.mockResolvedValue({ data: [] })
    expect(await openCheckout()).toEqual({ adjusted: [], unanswered: true, synced: true })
    expect(server.updateCart).not.toHaveBeenCalled()
    expect(readCart()).toEqual([])
  })

  test('never overwrites the cart of the server by an empty local cart', async () => {
    writeCart([])
    server.getCart.mockResolvedValue({ data: [line()] })
    expect(await openCheckout()).toEqual({ adjusted: [], unanswered: false, synced: true })
    expect(server.updateCart).not.toHaveBeenCalled()
    expect(readCart()).toHaveLength(1)
  })
})
