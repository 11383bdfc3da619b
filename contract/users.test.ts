import { expect, test } from 'vitest'
import { PASSWORDS_DIFFER, REQUIRED } from './fields.ts'
import { registrationBody } from './users.ts'

/** The first message of every invalid field, as a form shows it. */
function messagesOf(body: object): Record<string, string> {
  const issues = registrationBody.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}

test('rules between fields run before the rest of the form is valid', () => {
  const body = {
    day: '31',
    month: 'Febrero',
    year: '2000',
    password: 'clave-segura',
    repeat_password: 'otra',
  }
  expect(messagesOf(body)).toMatchObject({
    name: REQUIRED,
    gender: REQUIRED,
    day: 'La fecha no existe.',
    repeat_password: PASSWORDS_DIFFER,
  })
})

test('rules between fields wait until both fields are filled in', () => {
  const { day, repeat_password } = messagesOf({ day: '', month: '2', year: '2000', password: 'clave-segura' })
  expect({ day, repeat_password }).toEqual({ day: REQUIRED, repeat_password: REQUIRED })
})

test('an invalid e-mail does not silence the rules between other fields', () => {
  const { email, repeat_password } = messagesOf({
    email: 'ana@',
    password: 'clave-segura',
    repeat_password: 'otra',
  })
  expect({ email, repeat_password }).toEqual({
    email: 'El correo ingresado no es valido.',
    repeat_password: PASSWORDS_DIFFER,
  })
})
