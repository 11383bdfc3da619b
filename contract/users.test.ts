import { expect, test } from 'vitest'
import { PASSWORDS_DIFFER, REQUIRED } from './fields.ts'
import { registrationBody } from './users.ts'

/** What is wrong with a body, by field: the first message of each, which is what a form shows. */
function wrong(body: object): Record<string, string> {
  const issues = registrationBody.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}

test('rules between fields speak before the rest of the form is right', () => {
  const body = {
    day: '31',
    month: 'Febrero',
    year: '2000',
    password: 'clave-segura',
    repeat_password: 'otra',
  }
  expect(wrong(body)).toMatchObject({
    name: REQUIRED,
    gender: REQUIRED,
    day: 'La fecha no existe.',
    repeat_password: PASSWORDS_DIFFER,
  })
})

test('rules between fields wait for their own fields', () => {
  const { day, repeat_password } = wrong({ day: '', month: '2', year: '2000', password: 'clave-segura' })
  expect({ day, repeat_password }).toEqual({ day: REQUIRED, repeat_password: REQUIRED })
})
