import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EncodedBody } from './encoded-body.ts'
import { PublicAnswer } from './public-answer.ts'

test('an answer is made ahead in the forms in which the one before it was sent', async () => {
  const answer = () =>
    new PublicAnswer({ target: { route: '/*' }, status: 200, headers: () => [], body: new EncodedBody(text) })
  const text = 'farmacia '.repeat(1_000)
  const [older, newer] = [answer(), answer()]
  for (const { body } of [older, newer]) body!.keep(() => {})
  for (const form of ['br', 'gzip'] as const) await older.body!.form(form)
  await newer.sendAs(older)
  // They are made at the same time.
  expect(newer.body!.forms.toSorted()).toEqual(['br', 'gzip'])
})

test('a cached body keeps the forms that are sent, and tells the cache its size', async () => {
  const text = 'farmacia '.repeat(1_000)
  const body = new EncodedBody(text)
  const { etag } = body
  const sizes: number[] = []
  body.keep(() => sizes.push(body.bytes))
  expect(brotliDecompressSync(await body.form('br')).toString()).toBe(text)
  expect(sizes).toEqual([(await body.form('br')).length])
  expect(gunzipSync(await body.form('gzip')).toString()).toBe(text)
  // A client without compression: from then on it is kept for the next one too.
  expect(String(await body.form('identity'))).toBe(text)
  expect(sizes.at(-1)).toBeGreaterThan(9_000)
  expect([body.etag, body.length]).toEqual([etag, 9_000])
})

test.each([
  [200, false],
  [302, false],
  [404, false],
  [500, true],
  [503, true],
])('an answer with status %i has failed: %s', (status, failed) => {
  expect(new PublicAnswer({ target: { route: '/*' }, status, headers: () => [] }).failed).toBe(failed)
})
