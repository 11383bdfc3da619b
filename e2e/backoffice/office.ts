import type { APIRequestContext, Page } from '@playwright/test'
import type { Role } from '#domain/users.ts'
import { makeUser } from '#tests/factories.ts'
import { test as base, expect, type LoggedIn } from '../shop.ts'

export { expect }

/** Browser tests of the back office. `enter` logs in a new user with the role and opens a screen. */
export const test = base.extend<{ enter: (path: string, role?: Role) => Promise<LoggedIn> }>({
  enter: async ({ page, database, logIn }, use) =>
    use(async (path, role = 'Administrador') => {
      const user = await makeUser(database, { role })
      await logIn(user)
      await page.goto(path)
      return user
    }),
})

/** Sends a call that must succeed, and returns its data. */
export async function post(request: APIRequestContext, token: string, path: string, data: object) {
  const answer = await request.post(`/api${path}`, { data, headers: { 'x-access-token': token } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).data
}

export const SERVER_FAILURE = 'Hubo un error al realizar la petición al servidor!'

/** Expects an alert dialog, and presses its button. */
export async function expectAlertDialog(page: Page, title: string, text?: string) {
  const dialog = page.getByRole('alertdialog', { name: title, exact: true })
  await expect(dialog).toBeVisible()
  if (text !== undefined) await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Expects a toast after `act`, without a button, for exactly `ms`. The page's clock is stopped meanwhile. */
export async function expectToast(
  page: Page,
  { title, text, ms }: { title: string; text?: string; ms: number },
  act: () => Promise<unknown>,
) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await act()
  const notice = page
    .locator('[popover]')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(notice).toBeVisible()
  if (text !== undefined) await expect(notice.getByText(text, { exact: true })).toBeVisible()
  await expect(notice.getByRole('button')).toHaveCount(0)
  await page.clock.runFor(ms - 1)
  await expect(notice).toBeVisible()
  await page.clock.runFor(1)
  await expect(notice).toHaveCount(0)
  await page.clock.resume()
}

/** Makes a call fail with 503. */
export async function breakCall(page: Page, path: RegExp, method = 'GET', message = 'No se pudo.') {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 503, json: { message, code: 'UNAVAILABLE' } })
      : route.fallback(),
  )
}

/** Holds calls back until the function that it returns is called. */
export async function holdCalls(page: Page, path: RegExp, method = 'GET'): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    if (route.request().method() === method) await released
    await route.fallback()
  })
  return release
}
