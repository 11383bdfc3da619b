import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { userCalls } from '#contract/users.ts'
import { storeImage } from '#server/images/store-image.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, PASSWORD } from '#tests/factories.ts'
import { image } from '#tests/images.ts'
import { hashPassword } from './passwords.ts'

const { app, database, images, send } = await createTestApp({ LIMIT_PER_ADDRESS: 'on' })

test('an image doesn’t wait behind the passwords that are being hashed', async () => {
  const photo = await storeImage(images, { kind: 'user', bytes: await image() }, async (name) => name)
  const see = () => app.inject({ url: `/api/user/image/${photo}?width=96` })
  expect((await see()).statusCode).toBe(200)
  let hashed = 0
  const hashes = Array.from({ length: 40 }, async () => {
    await hashPassword(PASSWORD)
    hashed += 1
  })
  expect((await see()).statusCode).toBe(200)
  expect(hashed).toBeLessThan(20)
  await Promise.all(hashes)
})

test('refuses some of too many simultaneous logins with a time to retry, and doesn’t count them as attempts', async () => {
  const users = await Promise.all(Array.from({ length: 150 }, () => makeUser(database)))
  const answers = await Promise.all(
    users.map(({ email }, index) =>
      send(userCalls.login, { body: { email, password: PASSWORD }, from: `198.51.100.${index}` }),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body, headers } of refused) {
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'TOO_MANY' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(50)
  const { rows } = await sql<{ attempts: number }>`
    select coalesce(sum(attempts), 0)::int as attempts from rate_limits`.execute(database)
  expect(rows[0]!.attempts).toBe(0)
})
