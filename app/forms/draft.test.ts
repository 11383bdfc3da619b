import { beforeEach, expect, test, vi } from 'vitest'
import { readDraft } from './draft.ts'

const storage = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  removeItem: (key: string) => storage.delete(key),
})
beforeEach(() => storage.clear())

const save = (draft: object, ageMs = 0) =>
  storage.set('checkout', JSON.stringify({ savedAt: Date.now() - ageMs, ...draft }))

test('reads the texts of the given fields', () => {
  save({ owner: 'ana', values: { name: 'Ana', city: '', phone: 9, password: 'secreta' } })
  expect(readDraft('checkout', ['name', 'city', 'phone'], 'ana')).toEqual({ name: 'Ana', city: '' })
})

test('removes a draft after half an hour and reads nothing', () => {
  save({ owner: '', values: { name: 'Ana' } }, 31 * 60_000)
  expect(readDraft('checkout', ['name'])).toEqual({})
  expect(storage.size).toBe(0)
})

test('reads nothing of another owner’s draft', () => {
  save({ owner: 'ana', values: { name: 'Ana' } })
  expect(readDraft('checkout', ['name'], 'rosa')).toEqual({})
  expect(readDraft('checkout', ['name'])).toEqual({})
})

test.each(['', 'null', '7', '[]', '{"owner":"ana"}', '{'])('reads nothing when storage has %j', (text) => {
  storage.set('checkout', text)
  expect(readDraft('checkout', ['name'], 'ana')).toEqual({})
})
