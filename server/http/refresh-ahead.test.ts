import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { RefreshAhead } from './refresh-ahead.ts'

/** Keys are added with how often they were asked for; the keys of those that began to run. */
function testRefreshes() {
  const refreshes = new RefreshAhead()
  const ran: string[] = []
  const running = { now: 0, most: 0 }
  const add = (key: string, asked: number) =>
    refreshes.add({
      key,
      asked,
      run: async () => {
        ran.push(key)
        running.most = Math.max(running.most, ++running.now)
        await nextTurn()
        running.now -= 1
      },
    })
  return { refreshes, ran, running, add }
}

test('refreshes run one at a time, the most popular first, each key once', async () => {
  const { ran, running, add } = testRefreshes()
  for (const [key, asked] of [
    ['a', 1],
    ['b', 5],
    ['a', 3],
    ['c', 9],
  ] as const)
    add(key, asked)
  await vi.waitUntil(() => ran.length === 3, { timeout: 10_000 })
  expect(ran).toEqual(['c', 'b', 'a'])
  expect(running.most).toBe(1)
})

test('several refreshes run after one pause, as their share of the time allows', async () => {
  const refreshes = new RefreshAhead()
  let pauses = 0
  const timer = setInterval(() => {
    pauses += 1
  }, 5)
  const ran: number[] = []
  const run = async () => {
    ran.push(pauses)
  }
  for (let n = 1; n <= 20; n += 1) refreshes.add({ key: `${n}`, asked: n, run })
  await vi.waitUntil(() => ran.length === 20, { timeout: 10_000 })
  clearInterval(timer)
  expect(new Set(ran).size).toBeLessThan(10)
})

test('a busy server makes what was asked for, and the rest afterwards', async () => {
  const { ran, add } = testRefreshes()
  add('a', 0)
  add('b', 1)
  for (const until = performance.now() + 500; performance.now() < until; ) {
    for (const turn = performance.now() + 10; performance.now() < turn; );
    await nextTurn()
  }
  expect(ran).toEqual(['b'])
  await vi.waitUntil(() => ran.length === 2, { timeout: 10_000 })
})

test('of very many the least popular ones are dropped; none begins after the end', async () => {
  const { refreshes, ran, add } = testRefreshes()
  for (let n = 1; n <= 600; n += 1) add(`${n}`, n)
  expect(refreshes.waiting).toBe(500)
  await vi.waitUntil(() => ran.length > 0, { timeout: 10_000 })
  await refreshes.stop()
  const before = ran.length
  add('late', 1_000)
  expect(refreshes.waiting).toBe(0)
  expect(ran).toHaveLength(before)
  expect(ran[0]).toBe('600')
})
