import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Dictionary } from './dictionary.ts'
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

test('a packed answer is what differs from another one, and is sent as before', async () => {
  const dictionary = new Dictionary()
  const texts = ['Aspirina', 'Losartán'].map((name) =>
    Array.from({ length: 2_000 }, (_, n) => `${name} ${n * n}`).join(''),
  )
  const request = { method: 'GET', headers: { 'accept-encoding': 'gzip, br' } }
  for (const [n, text] of texts.entries()) {
    const body = new EncodedBody(text, texts[0]!)
    const answer = new PublicAnswer({
      target: { route: '/*' },
      status: 200,
      headers: () => [],
      body,
      dictionary,
    })
    let resized = 0
    answer.keep(() => {
      resized += 1
    })
    const before = await answer.for(request)
    expect(answer.pack()).toBe(true)
    expect(answer.bytes).toBeLessThan(n === 0 ? 200 : before.body!.length / 2)
    expect(body.forms).toEqual(['br'])
    expect(await answer.for({ ...request, headers: { 'if-none-match': body.etag } })).toMatchObject({
      status: 304,
    })
    expect(await answer.for(request)).toEqual(before)
    expect([answer.bytes, resized]).toEqual([before.body!.length, 2])
    expect(answer.pack()).toBe(true)
    expect(String(await body.form('identity'))).toBe(text + texts[0])
  }
  const short = new EncodedBody('Aspirina')
  expect(short.pack(dictionary)).toBe(false)
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
