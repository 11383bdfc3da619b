import { expect, test } from 'vitest'
import { readPart, unreadable } from './read-status.ts'
import { ShownError } from './status-part.ts'

const SECRET = 'postgresql://botica:secreta@base/botica'

test.each([
  ['its code', Object.assign(new Error(SECRET), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['its name if it has no code', new TypeError(SECRET), 'TypeError'],
  ['its message if the part itself wrote it', new ShownError('no respondió'), 'no respondió'],
])('a failure is described by %s', async (_, error, reason) => {
  const { value, warnings } = await readPart(
    Promise.reject(error),
    unreadable('mail', 'cuántos correos esperan'),
  )
  expect(value).toBeNull()
  expect(warnings).toMatchObject([{ message: expect.stringContaining(`(${reason})`) }])
  expect(JSON.stringify(warnings)).not.toContain(SECRET)
})
