import type { Role } from '#domain/users.ts'
import { makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { expectModalByKeyboard, expectTabReachesAll, findCramped } from './keyboard.ts'
import { expect, test } from './shop.ts'

type Screen = {
  path: string
  /** Buttons that open a modal. */
  modals?: (string | RegExp)[]
}

const shop: Screen[] = [
  { path: '/', modals: ['Iniciar sesión'] },
  { path: '/tienda?buscar={name}' },
  { path: '/descripcion?producto={product}' },
  { path: '/carrito' },
  { path: '/registro' },
  { path: '/identificarse' },
  { path: '/reset-password/x' },
  { path: '/recetario-magistral' },
  { path: '/sobre-nosotros' },
  { path: '/privacidad' },
]

const account: Screen[] = [
  { path: '/perfil', modals: ['Eliminar mi cuenta'] },
  { path: '/perfil/pedidos', modals: [/^Detalles/, /^Medios de pago/, /^Subir comprobante/] },
  { path: '/carrito' },
  { path: '/finalizar-compra' },
  { path: '/finalizar-compra?pedido={order}' },
]

const office: Screen[] = [
  { path: '/dashboard' },
  { path: '/dashboard/clients?solicitud={name}', modals: [/^Ver/] },
  { path: '/dashboard/users' },
  { path: '/dashboard/suppliers', modals: ['Nuevo Proveedor', /^Editar/] },
  { path: '/dashboard/categories', modals: ['Nueva Categoría', /^Editar/] },
  { path: '/dashboard/settings' },
  { path: '/dashboard/deliveries', modals: ['Descargar pedidos', /^Detalles/] },
  { path: '/dashboard/deliveries/packing?pedidos={order}' },
  { path: '/dashboard/deliveries/pending' },
  { path: '/dashboard/products', modals: ['Subir Excel'] },
  { path: '/dashboard/products/new-product' },
  { path: '/dashboard/products/edit-product/{product}' },
  { path: '/dashboard/products/imports' },
  { path: '/dashboard/carousel', modals: ['SUBIR IMAGEN', /^Borrar/] },
]

const screens: (Screen & { role?: Role })[] = [
  ...shop,
  ...account.map((screen) => ({ ...screen, role: 'Cliente' as const })),
  ...office.map((screen) => ({ ...screen, role: 'Administrador' as const })),
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { path, role, modals = [] } of screens) {
  test(`${role ?? 'a visitor'} at ${path}: keyboard, 400 % zoom, larger type, no motion`, async ({
    page,
    database,
    request,
    logIn,
  }) => {
    const name = `Paracetamol ${unique()}`
    const product = await makeProduct(database, { tradename: name, discount: 10 })
    const values: Record<string, string> = { name: encodeURIComponent(name), product: product.id }
    if (role) {
      const user = await makeUser(database, { role })
      await logIn(user)
      const headers = { 'x-access-token': user.token }
      const items = [{ productId: product.id, quantity: 1 }]
      const add = () => request.post('/api/cart/add-to-cart', { headers, data: { user: user.id, items } })
      if (/order|pedidos|deliveries/.test(path)) {
        const { data: products } = await (await add()).json()
        const data = { ...SHIPPING, id: user.id, products }
        const placed = await request.post('/api/cart/create-delivery', { headers, data })
        values.order = (await placed.json()).data._id
      }
      await add()
    }
    if (path.includes('clients'))
      await database
        .insertInto('form_requests')
        .values({ type_form: 'contact', fullname: name, email: 'paula@correo.cl', message: 'Hola.' })
        .execute()
    // The images of the carousel's own tests, which run at the same time, come and go.
    if (path.includes('carousel'))
      await page.route('**/api/admin/list-image-carousel', (route) =>
        route.fulfill({
          json: {
            data: [{ _id: product.id, name, photo: 'x.webp', state: true, position: 1 }],
            version: 'v',
          },
        }),
      )

    await page.goto(path.replace(/\{(\w+)\}/g, (_, key) => values[key]!))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    if (!/^\/(dashboard|reset-password)/.test(path))
      await expect(page.getByLabel('Letra más grande')).toBeVisible()
    await expectTabReachesAll(page)
    for (const opener of modals) await expectModalByKeyboard(page, opener)

    // A window of 1280 × 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 })
    const roomy = { sideways: 0, cut: [], covered: [] }
    expect(await findCramped(page)).toEqual(roomy)
    await page.evaluate(() => document.documentElement.toggleAttribute('data-large-type', true))
    expect(await findCramped(page)).toEqual(roomy)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
}
