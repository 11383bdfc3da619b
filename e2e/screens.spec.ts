import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
import type { Db } from '#server/database/schema.ts'
import {
  makeCoupon,
  makeLastingPrescription,
  makeOrder,
  makePickup,
  makeProduct,
  makeUser,
  makeZone,
  unique,
} from '#tests/factories.ts'
import { expectAccessible } from './axe.ts'
import { expectModalByKeyboard, expectTabReachesAll, findCramped, type ModalOpener } from './keyboard.ts'
import { expectValidMarkup } from './markup.ts'
import { expect, type LoggedIn, test } from './shop.ts'
import { expectFitsEveryWidth } from './widths.ts'

/** Loads every screen once and checks all that doesn't change it. A screen's functions have tests of their own. */

type Screen = {
  path: string
  title?: string
  /** Words that are on the screen, in view or not. */
  words?: string
  /** Buttons that open a modal. */
  modals?: ModalOpener[]
}

const shop: Screen[] = [
  { path: '/', title: 'Botica', words: 'Convenios', modals: ['Iniciar sesión'] },
  { path: '/tienda?buscar={name}', title: 'Tienda · Botica', words: 'Marcas' },
  { path: '/productos', title: 'Tienda · Botica', words: 'Marcas' },
  { path: '/descripcion?producto={product}' },
  { path: '/carrito', title: 'Carrito · Botica', words: 'Codigos de descuento' },
  { path: '/registro', title: 'Crear cuenta · Botica', words: 'Fecha de nacimiento' },
  { path: '/identificarse' },
  { path: '/reset-password/x' },
  { path: '/recetario-magistral' },
  { path: '/sobre-nosotros', title: 'Sobre nosotros · Botica', words: 'Misión' },
  { path: '/privacidad', title: 'Política de privacidad · Botica', words: 'Datos de salud' },
  { path: '/condiciones', title: 'Condiciones de compra · Botica', words: 'Medicamentos con receta' },
  { path: '/devoluciones', title: 'Cambios y devoluciones · Botica', words: 'Si te arrepientes' },
]

const account: Screen[] = [
  { path: '/perfil', modals: ['Eliminar mi cuenta'] },
  { path: '/perfil/pedidos', modals: [/^Detalles/, /^Medios de pago/, /^Subir comprobante/] },
  { path: '/perfil/recetas', title: 'Mis recetas · Botica', words: 'Mis recetas' },
  { path: '/carrito' },
  { path: '/finalizar-compra' },
  { path: '/finalizar-compra?pedido={order}' },
]

const office: Screen[] = [
  { path: '/dashboard' },
  { path: '/dashboard/clients?solicitud={name}', modals: [/^Ver/] },
  { path: '/dashboard/users', modals: ['Exigir segundo factor'] },
  { path: '/dashboard/suppliers', modals: ['Nuevo Proveedor', /^Editar/] },
  { path: '/dashboard/categories', modals: ['Nueva Categoría', /^Editar/] },
  { path: '/dashboard/settings', modals: ['Activar segundo factor'] },
  {
    path: '/dashboard/second-factor',
    title: 'Segundo factor · Botica',
    words: 'Volver al tablero',
  },
  { path: '/dashboard/deliveries', modals: ['Descargar pedidos', /^Abrir pedido/] },
  { path: '/dashboard/deliveries/packing?pedidos={order}' },
  { path: '/dashboard/deliveries/labels?pedidos={order}' },
  { path: '/dashboard/deliveries/pending' },
  { path: '/dashboard/deliveries/register' },
  {
    path: '/dashboard/delivery-options',
    title: 'Entregas · Botica',
    words: 'Zonas de despacho',
    modals: ['Agregar punto', 'Agregar zona', /^Editar/],
  },
  { path: '/dashboard/payments', modals: ['Subir cartola', 'Ventas'] },
  { path: '/dashboard/products?buscar={name}', modals: [{ menu: 'Excel', item: 'Subir Excel' }] },
  { path: '/dashboard/products/new-product' },
  { path: '/dashboard/products/edit-product/{product}' },
  { path: '/dashboard/products/imports' },
  { path: '/dashboard/products/purchase-list' },
  { path: '/dashboard/products/receive', title: 'Recibir mercadería · Botica' },
  { path: '/dashboard/products/receipts', title: 'Recepciones · Botica' },
  { path: '/dashboard/products/sale-conditions' },
  { path: '/dashboard/products/inspection?buscar={name}' },
  { path: '/dashboard/products/expiring', words: 'Vencidos' },
  { path: '/dashboard/products/recalls', modals: ['Nuevo retiro'] },
  { path: '/dashboard/activity' },
  { path: '/dashboard/status' },
  {
    path: '/dashboard/connections',
    words: 'Webhooks',
    modals: ['Crear clave', 'Crear webhook'],
  },
  {
    path: '/dashboard/coupons?buscar={coupon}',
    title: 'Códigos de descuento · Botica',
    modals: ['Nuevo código', 'Crear varios'],
  },
  { path: '/dashboard/carousel', modals: ['SUBIR IMAGEN', /^Cambiar el enlace/, /^Borrar/] },
]

const screens: (Screen & { role?: Role })[] = [
  ...shop,
  ...account.map((screen) => ({ ...screen, role: 'Cliente' as const })),
  ...office.map((screen) => ({ ...screen, role: 'Administrador' as const })),
]

/** Collects errors and warnings of the page, violations of the content security policy included. */
async function collectComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // A machine without a network can't load the map's tiles.
    const away = message.location().url.includes('tile.openstreetmap.org')
    // Only the service worker's own test (offline.spec.ts) allows it.
    const blocked = message.text() === 'Service Worker registration blocked by Playwright'
    if (['error', 'warning'].includes(message.type()) && !away && !blocked) complaints.push(message.text())
  })
  await page.exposeFunction('complain', (text: string) => complaints.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { complain: (text: string) => void }).complain(
        `${violatedDirective} ${blockedURI}`,
      ),
    )
  })
  return complaints
}

/** Adds the rows that a path's screen shows, and returns the values of the path's placeholders. */
async function fill(database: Db, path: string, user?: LoggedIn): Promise<Record<string, string>> {
  // A search has twelve words at most: the number is among them, and finds this product alone.
  const name = `Ácido ${unique()}${' muy largo'.repeat(12)}`
  const { id } = await makeProduct(database, { tradename: name, discount: 12.5 })
  const values: Record<string, string> = { name: encodeURIComponent(name), product: id }
  if (user) {
    if (/order|pedidos|deliveries/.test(path)) {
      const lines = [{ productId: id, quantity: 1 }]
      values.order = (await makeOrder(database, { userId: user.id, lines })).id
    }
    await database
      .insertInto('cart_lines')
      .values({ user_id: user.id, product_id: id, quantity: 1 })
      .execute()
  }
  if (user && path.includes('recetas'))
    await makeLastingPrescription(database, { userId: user.id, products: [{ id }], validUntil: 30 })
  if (path.includes('connections')) {
    await sql`
      insert into connection_keys (name, scopes, key_hash)
      values (${name}, '{products:read,stock:write}', ${Buffer.from(name)})`.execute(database)
    await sql`
      insert into webhooks (url, events, secret)
      values (${`https://receptor.example/${id}`}, '{order.paid}', 'whsec_eA==')`.execute(database)
  }
  if (path.includes('delivery-options')) {
    // Inactive, since an active way changes the checkout of every other test.
    await makePickup(database, { active: false })
    await makeZone(database, { name, communes: ['13101', '13120'], active: false })
  }
  if (path.includes('coupons'))
    values.coupon = (
      await makeCoupon(database, { code: `${'MUY-LARGO-'.repeat(3)}${unique()}`, minimum: 20_000, uses: 100 })
    ).code
  if (path.includes('clients'))
    await database
      .insertInto('form_requests')
      .values({ type_form: 'contact', fullname: name, email: 'paula@correo.cl', message: 'Hola.' })
      .execute()
  return values
}

/** Waits until the screen has its data and its scripts. */
async function settled(page: Page, path: string) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  if (path.startsWith('/reset-password'))
    await expect(page.getByRole('button', { name: 'Guardar contraseña' })).toBeEnabled()
  else if (!path.startsWith('/dashboard')) await expect(page.getByLabel('Letra más grande')).toBeVisible()
}

for (const { path, title, words, role, modals = [] } of screens) {
  test(`${role ?? 'a visitor'} at ${path}: title, no complaint, markup, access, keyboard, every width, zoom, larger type`, async ({
    page,
    database,
    logIn,
    baseURL,
  }) => {
    const complaints = await collectComplaints(page)
    const user = role && (await makeUser(database, { role }))
    if (user) await logIn(user)
    const values = await fill(database, path, user)
    // The images of the carousel's own tests, which run at the same time, come and go.
    if (path.includes('carousel')) {
      await page.route('**/api/admin/image/**', (route) =>
        route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="3"/>',
        }),
      )
      await page.route('**/api/admin/list-image-carousel', (route) =>
        route.fulfill({
          json: {
            data: [{ _id: values.product, name: 'uno', photo: 'x.webp', state: true, position: 1, link: '' }],
            version: 'v',
          },
        }),
      )
    }
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, key) => values[key]!),
      baseURL,
    )
    // Lists are full of other tests' rows: ten show what more would.
    if (path.startsWith('/dashboard')) url.searchParams.set('filas', '10')
    await page.goto(url.href)
    await settled(page, path)
    // Titles of the back office may begin with the number of pending orders.
    if (title) await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${title}$`))
    if (words) await expect(page.getByText(words, { exact: true }).first()).toBeAttached()
    expect(await page.evaluate(() => document.compatMode)).toBe('CSS1Compat')
    await expectValidMarkup(page)
    await expectAccessible(page)

    await expectTabReachesAll(page)
    for (const opener of modals) await expectModalByKeyboard(page, opener)

    if (path.startsWith('/dashboard') && (await page.locator('main table').count()) > 0)
      await expectFitsEveryWidth(page)
    // A window of 1280 × 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 })
    const roomy = { sideways: 0, cut: [], covered: [] }
    expect(await findCramped(page)).toEqual(roomy)
    await page.evaluate(() => document.documentElement.toggleAttribute('data-large-type', true))
    expect(await findCramped(page)).toEqual(roomy)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    expect(complaints).toEqual([])
  })
}

test('the login with its errors and the account’s menu are accessible and log nothing', async ({
  page,
  database,
  logIn,
}) => {
  const complaints = await collectComplaints(page)
  await page.goto('/sobre-nosotros')
  await page.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(2)
  await expectAccessible(page, { within: 'dialog[open]' })
  await logIn(await makeUser(database))
  await page.goto('/perfil')
  await page.getByRole('button', { name: 'Mi cuenta', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Ver Perfil' })).toBeVisible()
  await expectAccessible(page, { within: 'header' })
  expect(complaints).toEqual([])
})
