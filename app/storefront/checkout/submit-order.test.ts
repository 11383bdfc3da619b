import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart.ts'

/** The mocked calls of the server. */
const server = vi.hoisted(() => ({ updateCart: vi.fn(), createOrder: vi.fn(), getCart: vi.fn() }))

vi.mock('../../api/client.ts', () => ({
  browserApi: server,
  ApiError: class extends Error {
    status: number
    data: unknown
    constructor(status: number, body: { message?: string; data?: unknown }) {
      super(body.message)
      this.status = status
      this.data = body.data
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
const { readCart, writeCart } = await import('../../cart/cart-storage.ts')
const { openCheckout } = await import('./open-checkout.ts')
const { submitOrder } = await import('./submit-order.ts')

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

describe('sending an order', () => {
  test('syncs, sends the lines as shown and empties the cart', async () => {
    expect(await submitOrder(session, details)).toEqual({
      kind: 'placed',
      message: 'Tu pedido N° 1 fue recibido.',
      orderId: 'o',
    })
    expect(server.createOrder.mock.calls[0]?.[0].body).toEqual({
      ...details,
      id: 'u',
      products: [{ productId: 'p', quantity: 2, price: 1000, discount: 0, total: 2000 }],
    })
    expect(readCart()).toEqual([])
  })

  test('a submit after a lost answer has the same key and does not sync the lines again', async () => {
    server.createOrder.mockRejectedValueOnce(noNetwork())
    expect(await submitOrder(session, details)).toMatchObject({ kind: 'refused' })
    expect(readCart()).toHaveLength(1)
    expect(await submitOrder(session, details)).toMatchObject({ kind: 'placed' })
    expect(server.updateCart).toHaveBeenCalledOnce()
    expect(keyOf(0)).toBeTruthy()
    expect(keyOf(1)).toBe(keyOf(0))
  })

  test('a submit has a new key when the cart changed, and after any answer', async () => {
    server.createOrder.mockRejectedValueOnce(noNetwork())
    await submitOrder(session, details)
    writeCart([line({ quantity: 3, total: 3000 })])
    server.updateCart.mockResolvedValue({ data: [line({ quantity: 3, total: 3000 })], adjusted: [] })
    server.createOrder.mockRejectedValueOnce(new ApiError(409, {}))
    await submitOrder(session, details)
    await submitOrder(session, details)
    expect(new Set([keyOf(0), keyOf(1), keyOf(2)]).size).toBe(3)
  })

  test('a cart that was adjusted is not ordered', async () => {
    const adjusted = [{ productId: 'p', name: 'Losartán', reason: 'stock', quantity: 1 }]
    server.updateCart.mockResolvedValue({ data: [line({ quantity: 1, total: 1000 })], adjusted })
    expect(await submitOrder(session, details)).toEqual({ kind: 'adjusted', adjusted })
    expect(server.createOrder).not.toHaveBeenCalled()
  })

  test('a price that changed is not ordered', async () => {
    server.updateCart.mockResolvedValue({ data: [line({ price: 1200, total: 2400 })], adjusted: [] })
    expect(await submitOrder(session, details)).toMatchObject({ kind: 'refused' })
    expect(server.createOrder).not.toHaveBeenCalled()
    expect(readCart()[0]?.total).toBe(2400)
  })

  test('the lines of a refusal replace the local ones', async () => {
    const data = [line({ stock: 1 })]
    server.createOrder.mockRejectedValue(new ApiError(409, { data }))
    await submitOrder(session, details)
    expect(readCart()).toEqual(data)
  })
})

describe('opening the checkout', () => {
  test('after a submit without an answer, reads the cart from the server', async () => {
    server.createOrder.mockRejectedValueOnce(noNetwork())
    await submitOrder(session, details)
    server.updateCart.mockClear()
    server.getCart.mockResolvedValue({ data: [] })
    expect(await openCheckout()).toEqual({ adjusted: [], unanswered: true })
    expect(server.updateCart).not.toHaveBeenCalled()
    expect(readCart()).toEqual([])
  })

  test('an empty local cart never overwrites the cart of the server', async () => {
    writeCart([])
    server.getCart.mockResolvedValue({ data: [line()] })
    expect(await openCheckout()).toEqual({ adjusted: [], unanswered: false })
    expect(server.updateCart).not.toHaveBeenCalled()
    expect(readCart()).toHaveLength(1)
  })
})
