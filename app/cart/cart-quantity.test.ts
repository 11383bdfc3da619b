import { beforeEach, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart.ts'

const server = vi.hoisted(() => ({ updateCart: vi.fn() }))
vi.mock('../api/client.ts', () => ({ browserApi: server, ApiError: class extends Error {} }))

class MemoryStorage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null
  setItem = (key: string, value: string) => void this.set(key, value)
  removeItem = (key: string) => void this.delete(key)
}
vi.stubGlobal('localStorage', new MemoryStorage())

const { adoptServerLines, isUnconfirmed, readCart, writeCart } = await import('./cart.ts')
const { changeQuantity, sendQuantities } = await import('./cart-quantity.ts')

const line = (productId: string, quantity: number): CartLine => ({
  ...{ productId, quantity, name: 'Losartán', image: '', price: 1_000, discount: 0 },
  ...{ total: quantity * 1_000, stock: 9, saleCondition: 'direct', held: false },
})
const logIn = (userId: string) =>
  Object.entries({ token: 't', role: 'Cliente', cart: userId }).map((entry) => localStorage.setItem(...entry))
const logOut = () => ['token', 'role'].map((key) => localStorage.removeItem(key))
const quantities = () => readCart().map(({ quantity }) => quantity)

beforeEach(() => {
  vi.resetAllMocks()
  localStorage.clear()
  logIn('ana')
  writeCart([line('a', 1), line('b', 1)])
})

test('a change stays unconfirmed until the server has answered it', async () => {
  changeQuantity('a', 3)
  // The answer to an earlier call has the earlier quantity.
  adoptServerLines([line('a', 1), line('b', 2)])
  expect(quantities()).toEqual([3, 2])
  expect(isUnconfirmed()).toBe(true)
  server.updateCart.mockResolvedValue({ data: [line('a', 3), line('b', 2)], adjusted: [] })
  await sendQuantities()
  expect(readCart()).toEqual([line('a', 3), line('b', 2)])
  expect(isUnconfirmed()).toBe(false)
  await sendQuantities()
  expect(server.updateCart).toHaveBeenCalledOnce()
})

test('a failed call reverts what it sent, not what changed meanwhile', async () => {
  changeQuantity('a', 2)
  changeQuantity('a', 4)
  changeQuantity('b', 5)
  server.updateCart.mockImplementation(async () => {
    changeQuantity('b', 6)
    throw new Error()
  })
  await sendQuantities()
  expect(quantities()).toEqual([1, 6])
  server.updateCart.mockRejectedValue(new Error())
  await sendQuantities()
  expect(readCart()).toEqual([line('a', 1), line('b', 1)])
})

test('unconfirmed changes outlive the session for their user only', () => {
  changeQuantity('a', 2)
  logOut()
  expect([quantities(), isUnconfirmed()]).toEqual([[2, 1], false])
  logIn('ana')
  expect(isUnconfirmed()).toBe(true)
  logIn('rosa')
  expect(readCart()).toEqual([])
})
