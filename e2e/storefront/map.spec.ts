import { smallImage } from '../images.ts'
import { expect, test } from '../shop.ts'

// A page's service worker would ask for the tiles itself.
test.use({ serviceWorkers: 'block' })

test('the map shows its tiles in place of the address', async ({ page }) => {
  const { buffer } = await smallImage()
  await page.route(/tile\.openstreetmap\.org/, (route) =>
    route.fulfill({ contentType: 'image/png', body: buffer }),
  )
  await page.goto('/')
  const map = page.getByRole('region', { name: 'Mapa' })
  await map.scrollIntoViewIfNeeded()
  const tile = map.locator('.leaflet-tile-loaded').first()
  await expect(tile).toBeVisible()
  expect(await tile.boundingBox()).toMatchObject({ width: 256, height: 256 })
  await expect(map.getByText('Av. Providencia')).toHaveCount(0)
  await map.getByRole('button', { name: 'Acercar' }).click()
  await map.getByRole('button', { name: 'Acercar' }).press('Enter')
  await expect(map.getByRole('link', { name: 'OpenStreetMap' })).toBeVisible()
})

test('without tiles the address stays', async ({ page }) => {
  await page.route(/tile\.openstreetmap\.org/, (route) => route.abort())
  await page.goto('/')
  const map = page.getByRole('region', { name: 'Mapa' })
  const refused = page.waitForEvent('requestfailed', (request) => /tile\.openstreetmap/.test(request.url()))
  await map.scrollIntoViewIfNeeded()
  await refused
  await expect(map.getByText('Av. Providencia')).toBeVisible()
})
