import { store } from '#store'
import { expect, test } from '../shop.ts'

test('the footer and the forms lead to the legal texts, which the home page doesn’t load', async ({
  page,
}) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.text().catch(() => ''))
  })
  await page.goto('/')
  const legal = page.getByRole('navigation', { name: 'Información legal' })
  await expect(legal.getByRole('link')).toHaveText(['Privacidad', 'Condiciones', 'Devoluciones'])
  await expect(page.getByRole('contentinfo')).toContainText(store.legal.director)
  const loaded = await Promise.all(scripts)
  expect(loaded.length).toBeGreaterThan(2)
  expect(loaded.join()).not.toContain('19.496')

  await legal.getByRole('link', { name: 'Devoluciones' }).click()
  await expect(page.getByRole('heading', { name: 'Cambios y devoluciones' })).toBeVisible()
  for (const path of ['/registro', '/recetario-magistral', '/#contacto']) {
    await page.goto(path)
    const note = page.locator('main').getByRole('link', { name: 'Política de privacidad' })
    await note.scrollIntoViewIfNeeded()
    await expect(note).toHaveAttribute('href', '/privacidad')
  }
})
