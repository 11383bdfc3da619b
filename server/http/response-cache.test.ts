import { expect, test } from 'vitest'
import { type Changes, ResponseCache } from './response-cache.ts'
import { rightFor, shows, showsReplica } from './shown.ts'
import { topicHash } from './topic-hash.ts'

type Value = { bytes: number; failed?: boolean }
type Refresh = { key: string; asked: number; run: () => Promise<void> }
type Listener = Parameters<Changes['follow']>[0]

/** A cache with a clock and changes that the test sets, and the keys of the values that were produced. */
function testCache(
  produce: (key: string) => Value | Promise<Value> = () => ({ bytes: 1 }),
  maxBytes = 14_000,
) {
  const produced: string[] = []
  const clock = { now: 0 }
  let tell: Listener = () => {}
  const changes = {
    isCurrent: true,
    isStillValid: (at: number) => clock.now - at < 1_000,
    confirm: async () => true,
    isRecent: () => false,
    follow: (listener: Listener) => {
      tell = listener
    },
  }
  /** What is to be made ahead, until the test does it. */
  const waiting: Refresh[] = []
  const ahead = { add: (refresh: Refresh) => void waiting.push(refresh) }
  const cache = new ResponseCache<Value>(changes, { maxBytes, ahead, now: () => clock.now })
  const get = (key: string) =>
    cache.get(key, async () => {
      produced.push(key)
      shows(key)
      return produce(key)
    })
  const change = (...topics: string[]) => {
    const hashes = new Set(topics.map(topicHash))
    tell({ topics: hashes, all: topics.includes('all'), alone: new Set(), since: 0 })
  }
  /** Units of a product: its topic changes alone. */
  const sell = (topic: string, since: number) => {
    const hashes = new Set([topicHash(topic)])
    tell({ topics: hashes, all: false, alone: hashes, since })
  }
  return { get, produced, clock, cache, changes, change, sell, waiting }
}

test('produces a value once for all requests at the same time', async () => {
  const { get, produced } = testCache()
  const values = await Promise.all(Array.from({ length: 50 }, () => get('/tienda')))
  expect(produced).toEqual(['/tienda'])
  expect(new Set(values).size).toBe(1)
})

test('an entry lives until something that it shows changes', async () => {
  const { get, produced, clock, change } = testCache()
  for (const key of ['a', 'b', 'a', 'b']) await get(key)
  clock.now = 3_599_999
  change('a')
  for (const key of ['a', 'b']) await get(key)
  expect(produced).toEqual(['a', 'b', 'a'])
  change('all')
  for (const key of ['a', 'b']) await get(key)
  expect(produced).toEqual(['a', 'b', 'a', 'a', 'b'])
})

test('a page lives no longer than what it consists of', async () => {
  const { get, cache, clock, change } = testCache()
  const pages = new ResponseCache<Value>(
    {
      isCurrent: true,
      isStillValid: () => true,
      confirm: async () => true,
      isRecent: () => false,
      follow: () => {},
    },
    { maxBytes: 10_000, ahead: { add: () => {} }, now: () => clock.now },
  )
  const page = () =>
    pages.get('page', async () => {
      await get('part')
      await cache.get('other', async () => {
        shows('other')
        rightFor(500)
        return { bytes: 2 }
      })
      return { bytes: 1 }
    })
  await page()
  clock.now = 499
  expect(pages.find('page')).toBeDefined()
  clock.now = 500
  expect(pages.find('page')).toBeUndefined()
  change('part')
  expect([cache.find('part'), cache.find('other')]).toEqual([undefined, undefined])
})

test.each([
  ['of which nothing is known', 1_000, () => {}],
  ['from a replica', 30_000, () => [shows('a'), showsReplica()]],
])('an answer %s lives for %d ms', async (_, lifetime, say) => {
  const { cache, clock } = testCache()
  await cache.get('/', async () => {
    say()
    return { bytes: 1 }
  })
  clock.now = lifetime - 1
  expect(cache.find('/')).toBeDefined()
  clock.now = lifetime
  expect(cache.find('/')).toBeUndefined()
})

test('an answer from a replica lives for a second when it shows something that changed lately', async () => {
  const { cache, clock, changes } = testCache()
  changes.isRecent = () => true
  await cache.get('/', async () => {
    shows('a')
    showsReplica()
    return { bytes: 1 }
  })
  clock.now = 1_000
  expect(cache.find('/')).toBeUndefined()
})

test('no entry is served while it is not known what changed', async () => {
  const { get, produced, changes } = testCache()
  await get('/')
  changes.isCurrent = false
  changes.confirm = async () => false
  await get('/')
  changes.confirm = async () => {
    changes.isCurrent = true
    return true
  }
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

test('evicts the entries that were used longest ago when there are too many bytes', async () => {
  const { get, cache } = testCache((key) => ({ bytes: key === 'large' ? 8_700 : 800 }))
  for (const key of ['a', 'b', 'c', 'd', 'e', 'a']) await get(key)
  await get('f')
  const kept = () => ['a', 'b', 'c', 'd', 'e', 'f', 'large'].filter((key) => cache.find(key))
  expect(kept()).toEqual(['a', 'c', 'd', 'e', 'f'])
  await get('large')
  expect(kept()).toEqual(['f', 'large'])
})

test('a value whose production began before a change of what it shows is not cached, nor shared afterwards', async () => {
  const finish: ((value: Value) => void)[] = []
  const { get, cache, change } = testCache(() => new Promise<Value>((resolve) => finish.push(resolve)))
  const [old, other] = [get('a'), get('b')]
  change('a')
  const fresh = get('a')
  finish[0]!({ bytes: 1 })
  finish[1]!({ bytes: 3 })
  expect([await old, await other]).toEqual([{ bytes: 1 }, { bytes: 3 }])
  expect([cache.find('a'), cache.find('b')]).toEqual([undefined, { bytes: 3 }])
  finish[2]!({ bytes: 2 })
  await fresh
  expect(cache.find('a')).toEqual({ bytes: 2 })
})

test('a popular entry that a change evicted is made ahead, and answers the next request', async () => {
  const { get, produced, cache, change, waiting } = testCache()
  for (const key of ['a', 'b', 'a', 'c']) await get(key)
  change('a', 'b')
  expect(waiting.map(({ key, asked }) => [key, asked])).toEqual([
    ['a', 2],
    ['b', 1],
  ])
  await waiting[0]!.run()
  expect(cache.find('a')).toBeDefined()
  expect(cache.find('b')).toBeUndefined()
  expect(produced).toEqual(['a', 'b', 'c', 'a'])
})

test('what nobody asks for is made ahead three times, and a part of a page not at all', async () => {
  const { get, cache, change, waiting } = testCache()
  await cache.get('page', async () => {
    shows('page')
    return get('part')
  })
  change('part')
  expect(waiting.map(({ key }) => key)).toEqual(['page'])
  const made = () => waiting.splice(0).length
  const again = async () => {
    await waiting[0]?.run()
    change('page')
  }
  for (let times = 0; times < 3; times += 1) await again()
  expect(made()).toBe(4)
  await again()
  expect(made()).toBe(0)
})

test('an entry isn’t made ahead when somebody asked meanwhile, or while it is not known what changed', async () => {
  const { get, produced, cache, changes, change, waiting } = testCache()
  for (const key of ['a', 'b']) await get(key)
  change('a', 'b')
  const made = (wanted: string) => waiting.find(({ key }) => key === wanted)!.run()
  await get('a')
  await made('a')
  changes.isCurrent = false
  changes.confirm = async () => false
  await made('b')
  changes.isCurrent = true
  expect(produced).toEqual(['a', 'b', 'a'])
  expect(cache.find('b')).toBeUndefined()
})

test('what is made ahead while it changes again is not kept, nor is its failure thrown', async () => {
  const finish: ((value: Value | Promise<Value>) => void)[] = []
  const { get, cache, change, waiting } = testCache(
    () => new Promise<Value>((resolve) => finish.push(resolve)),
  )
  const first = get('a')
  finish[0]!({ bytes: 1 })
  await first
  change('a')
  const [refresh] = waiting
  const run = refresh!.run()
  change('a')
  finish[1]!({ bytes: 2 })
  await run
  expect(cache.find('a')).toBeUndefined()
  const failing = refresh!.run()
  finish[2]!(Promise.reject(new Error('broken')))
  await failing
})

test('after a sale a popular entry is served for a second at most, and the first who asks has it made anew', async () => {
  const finish: ((value: Value) => void)[] = []
  const { get, clock, cache, produced, sell, waiting } = testCache(
    () => new Promise<Value>((resolve) => finish.push(resolve)),
  )
  const first = get('a')
  finish[0]!({ bytes: 1 })
  await first
  sell('a', 0)
  clock.now = 250
  sell('a', 200)
  expect(produced).toHaveLength(1)
  clock.now = 999
  expect([cache.find('a'), cache.find('a'), await get('a')]).toEqual(Array(3).fill({ bytes: 1 }))
  expect(produced).toHaveLength(2)
  clock.now = 1_000
  expect(cache.find('a')).toBeUndefined()
  finish[1]!({ bytes: 2 })
  expect(await get('a')).toEqual({ bytes: 2 })
  expect(cache.counts).toEqual({ hits: 4, misses: 1 })
  await waiting[0]!.run()
  expect(produced).toHaveLength(2)
})

test('after a sale a page isn’t made of what is stale, and another change evicts it', async () => {
  const { get, cache, changes, change, sell } = testCache()
  await get('a')
  sell('a', 0)
  const stale = cache.find('a')
  const page = cache.get('page', async () => {
    expect(await get('a')).not.toBe(stale)
    return { bytes: 1 }
  })
  await page
  await get('a')
  sell('a', 0)
  change('a')
  expect(cache.find('a')).toBeUndefined()
  await get('a')
  sell('a', 0)
  changes.isStillValid = () => false
  expect(cache.find('a')).toBeUndefined()
})
