import { expect, test } from 'vitest'
import { userCalls } from '#contract/users.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, PASSWORD, unique } from '#tests/factories.ts'

const { database, send } = await createTestApp({ LIMIT_PER_ADDRESS: 'on' })

const logIn = (email: string, password: string) => send(userCalls.login, { body: { email, password } })

test('an address that tries passwords for many accounts is stopped, and its own successful logins don’t reset the count', async () => {
  const own = await makeUser(database)
  const statuses: number[] = []
  for (let guess = 0; guess < 104; guess += 1) {
    if (guess % 26 === 0 && guess < 100) expect((await logIn(own.email, PASSWORD)).status).toBe(200)
    statuses.push((await logIn(`persona${unique()}@correo.cl`, 'adivinanza')).status)
  }
  expect(statuses.slice(0, 100)).toEqual(Array(100).fill(400))
  expect(statuses.slice(100)).toEqual(Array(4).fill(429))
})
