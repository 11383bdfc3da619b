import { expect, test, vi } from 'vitest'
import { showIssues } from './use-submit.ts'

vi.mock('../api/client.ts', () => ({ ApiError: class extends Error {} }))

/** A form with three fields, in the order of the screen. */
const makeForm = () => ({
  getValues: () => ({ name: '', email: '', photo: null }),
  setError: vi.fn(),
  setFocus: vi.fn(),
})
const refusal = (...paths: string[]) => ({
  code: 'BAD_INPUT' as const,
  message: 'Revisa los datos ingresados.',
  issues: paths.map((path) => ({ path, message: `Error de ${path}` })),
})

test('shows each issue on its field and focuses the first field of the screen', () => {
  const form = makeForm()
  expect(showIssues(refusal('email', 'name'), form as never)).toBe(true)
  expect(form.setError.mock.calls).toEqual([
    ['name', { message: 'Error de name' }],
    ['email', { message: 'Error de email' }],
  ])
  expect(form.setFocus.mock.calls).toEqual([['name']])
})

test('ignores issues that are about no field of the form', () => {
  const form = makeForm()
  expect(showIssues(refusal('body.version'), form as never)).toBe(false)
  expect(form.setError).not.toHaveBeenCalled()
  expect(form.setFocus).not.toHaveBeenCalled()
})

test('shows the message of a code on the field of that code', () => {
  const form = makeForm()
  const error = { ...refusal('name'), code: 'TOO_LARGE' as const, message: 'El archivo es demasiado grande.' }
  expect(showIssues(error, form as never, { TOO_LARGE: 'photo' } as never)).toBe(true)
  expect(form.setError.mock.calls).toEqual([['photo', { message: 'El archivo es demasiado grande.' }]])
  expect(form.setFocus.mock.calls).toEqual([['photo']])
})
