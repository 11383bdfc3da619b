import { expect, test } from 'vitest'
import { fuzzShop } from './fuzz/fuzz-shop.ts'
import { openTestShop } from './open-test-shop.ts'

const shop = await openTestShop()

test('hostile requests to every call get refusals that change nothing, and never a 5xx', async () => {
  const seed = Math.floor(Math.random() * 1e6)
  const { problems, statuses, compared } = await fuzzShop({ ...shop, requests: 400, seed })
  expect(problems, `seed ${seed}`).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(0)
  expect(compared).toBeGreaterThan(0)
}, 60_000)
