import { expect, test } from 'vitest'
import { rush } from './load/rush.ts'
import { openSlowClients } from './load/slow-clients.ts'
import { steadyLoad } from './load/steady-load.ts'
import { openTestShop } from './open-test-shop.ts'

const shop = await openTestShop()

test('of a hundred buyers at the same moment ten get the ten units, and ninety a refusal', async () => {
  expect(await rush({ ...shop, buyers: 100, stock: 10 })).toMatchObject({
    sold: 10,
    refused: 90,
    others: [],
    left: 0,
  })
}, 60_000)

test('beside clients that never finish their requests, everybody else is served', async () => {
  const clients = await openSlowClients(shop.base, 60)
  const { requests, orders, failures } = await steadyLoad({ ...shop, rate: 15, seconds: 3 })
  expect(clients.open()).toBe(60)
  clients.close()
  expect(failures).toEqual(new Map())
  expect(requests).toBeGreaterThan(10)
  expect(orders).toBeGreaterThan(0)
}, 60_000)
