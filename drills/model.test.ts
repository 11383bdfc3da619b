import { expect, test } from 'vitest'
import { playStories } from './model/play-stories.ts'
import { openTestShop } from './open-test-shop.ts'

const shop = await openTestShop()

test('random stories of customers and staff at the same time leave balanced books', async () => {
  const { failure, orders } = await playStories({ ...shop, stories: 12, seconds: 40 })
  expect(failure).toBe('')
  expect(orders).toBeGreaterThan(0)
}, 60_000)
