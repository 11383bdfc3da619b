import { expect, test } from 'vitest'
import { ResponseCache } from './response-cache.ts'

/** A cache with a clock that the test sets, and the keys of the values that were produced. */
function testCache(produce: (key: string) => { bytes: number; failed?: boolean } = () => ({ bytes: 1 })) {
  const produced: string[] = []
  const clock = { now: 0 }
  const cache = new ResponseCache(() => clock.now)
  const get = (key: string) =>
    cache.get(key, async () => {
      produced.push(key)
      return produce(key)
    })
  return { get, produced, clock, cache }
}

test('produces a value once for all requests at the same time', async () => {
  const { get, produced } = testCache()
  const values = await Promise.all(Array.from({ length: 50 }, () => get('/tienda')))
  expect(produced).toEqual(['/tienda'])
  expect(new Set(values).size).toBe(1)
})

test('an entry lives for a second after it was produced', async () => {
  const { get, produced, clock } = testCache()
  await get('/')
  clock.now = 999
  await get('/')
  expect(produced).toHaveLength(1)
  clock.now = 1_000
  await get('/')
  expect(produced).toHaveLength(2)
})

test('caches neither a failure nor an error', async () => {
  let broken = true
  const { get, produced } = testCache(() => {
    if (broken) throw new Error('broken')
    return { bytes: 1, failed: true }
  })
  await expect(get('/')).rejects.toThrow('broken')
  broken = false
  await get('/')
  await get('/')
  expect(produced).toHaveLength(3)
})

test('evicts the oldest entries when there are too many, or too many bytes', async () => {
  const { get, produced, cache } = testCache((key) => ({ bytes: key === '/large' ? 32 * 1024 * 1024 : 1 }))
  for (let number = 0; number <= 1_000; number += 1) await get(`/?${number}`)
  expect([cache.find('/?0'), cache.find('/?1')]).toEqual([undefined, { bytes: 1 }])
  await get('/large')
  expect([cache.find('/?1000'), cache.find('/large')?.bytes]).toEqual([undefined, 32 * 1024 * 1024])
  expect(produced).toHaveLength(1_002)
})

test('a value whose production began before the cache was cleared is not cached', async () => {
  const cache = new ResponseCache<{ bytes: number }>()
  let finish: (value: { bytes: number }) => void = () => {}
  const old = cache.get('/', () => new Promise((resolve) => (finish = resolve)))
  cache.clear()
  const fresh = cache.get('/', async () => ({ bytes: 2 }))
  finish({ bytes: 1 })
  expect(await old).toEqual({ bytes: 1 })
  await fresh
  expect(cache.find('/')).toEqual({ bytes: 2 })
})
