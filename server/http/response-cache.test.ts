import { expect, test } from 'vitest'
import { ResponseCache } from './response-cache.ts'

/** A cache whose clock and whose making the test holds. */
function cacheOf(answer: (key: string) => { bytes: number; failed?: boolean } = () => ({ bytes: 1 })) {
  const made: string[] = []
  const clock = { now: 0 }
  const kept = new ResponseCache(() => clock.now)
  const get = (key: string) =>
    kept.get(key, async () => {
      made.push(key)
      return answer(key)
    })
  return { get, made, clock, kept }
}

test('makes once for everybody who asks at the same time', async () => {
  const { get, made } = cacheOf()
  const values = await Promise.all(Array.from({ length: 50 }, () => get('/tienda')))
  expect(made).toEqual(['/tienda'])
  expect(new Set(values).size).toBe(1)
})

test('keeps for a second from when it was ready', async () => {
  const { get, made, clock } = cacheOf()
  await get('/')
  clock.now = 999
  await get('/')
  expect(made).toHaveLength(1)
  clock.now = 1_000
  await get('/')
  expect(made).toHaveLength(2)
})

test('keeps neither a failure nor what could not be made', async () => {
  let broken = true
  const { get, made } = cacheOf(() => {
    if (broken) throw new Error('broken')
    return { bytes: 1, failed: true }
  })
  await expect(get('/')).rejects.toThrow('broken')
  broken = false
  await get('/')
  await get('/')
  expect(made).toHaveLength(3)
})

test('forgets the oldest when there are too many, or too many bytes', async () => {
  const { get, made, kept } = cacheOf((key) => ({ bytes: key === '/large' ? 32 * 1024 * 1024 : 1 }))
  for (let number = 0; number <= 1_000; number += 1) await get(`/?${number}`)
  expect([kept.find('/?0'), kept.find('/?1')]).toEqual([undefined, { bytes: 1 }])
  await get('/large')
  expect([kept.find('/?1000'), kept.find('/large')?.bytes]).toEqual([undefined, 32 * 1024 * 1024])
  expect(made).toHaveLength(1_002)
})

test('what was being made when all was forgotten is not kept', async () => {
  const kept = new ResponseCache<{ bytes: number }>()
  let finish: (value: { bytes: number }) => void = () => {}
  const old = kept.get('/', () => new Promise((resolve) => (finish = resolve)))
  kept.clear()
  const fresh = kept.get('/', async () => ({ bytes: 2 }))
  finish({ bytes: 1 })
  expect(await old).toEqual({ bytes: 1 })
  await fresh
  expect(kept.find('/')).toEqual({ bytes: 2 })
})
