import { expect, test } from '../shop.ts'

test('the browser refuses a script that was injected into a page, and the page works', async ({ page }) => {
  await page.route('/sobre-nosotros', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    expect(html).toContain('</main>')
    const injected =
      '<script>document.title = "injected"</script><img src="x" onerror="document.title = \'injected\'">'
    await route.fulfill({ response, body: html.replace('</main>', `${injected}</main>`) })
  })
  const violations: string[] = []
  await page.exposeFunction('report', (directive: string) => violations.push(directive))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { report: (text: string) => void }).report(`${effectiveDirective} ${blockedURI}`),
    )
  })
  await page.goto('/sobre-nosotros')
  await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
  await expect.poll(() => violations.toSorted()).toEqual(['script-src-attr inline', 'script-src-elem inline'])
  await expect(page).toHaveTitle('Sobre nosotros · Botica')
})
