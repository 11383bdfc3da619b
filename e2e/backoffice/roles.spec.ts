import { sql } from 'kysely'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expect, test } from './office.ts'

const screens = [
  '/dashboard',
  '/dashboard/clients',
  '/dashboard/users',
  '/dashboard/suppliers',
  '/dashboard/deliveries',
  '/dashboard/deliveries/packing',
  '/dashboard/deliveries/labels',
  '/dashboard/deliveries/register',
  '/dashboard/deliveries/pending',
  '/dashboard/payments',
  '/dashboard/categories',
  '/dashboard/products',
  '/dashboard/products/new-product',
  '/dashboard/products/imports',
  '/dashboard/activity',
  '/dashboard/status',
  '/dashboard/connections',
  '/dashboard/coupons',
  '/dashboard/carousel',
]
const forMarketing = ['/dashboard', '/dashboard/coupons', '/dashboard/carousel', '/dashboard/settings']

test('an Administrador sees every screen and the recent logins', async ({ page, database, enter }) => {
  const name = `Inés ${unique()}`
  const { email, id } = await makeUser(database, { role: 'Marketing', name })
  await sql`
    insert into user_activity (user_id, name, email, role, created_at)
    values (${id}, ${`${name} Soto`}, ${email}, 'Marketing', '2025-07-01T03:05:09Z')`.execute(database)
  await enter('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Administración' })
  for (const item of [
    'Tablero',
    'Clientes',
    'Usuarios',
    'Actividad',
    'Proveedores',
    'Pedidos',
    'Pagos',
    'Categorías',
    'Listar Productos',
    'Ingresar Producto',
    'Carusel',
    'Conexiones',
    'Configuración',
  ])
    await expect(menu.getByRole('link', { name: item, exact: true })).toBeVisible()
  for (const card of [
    'Clientes',
    'Usuarios',
    'Productos',
    'Categorías',
    'Proveedores',
    'Pedidos',
    'Carrusel',
  ])
    await expect(page.getByRole('link', { name: `Ir a ${card}` })).toBeVisible()

  const logins = page.getByRole('region', { name: 'Actividades Reciente' })
  await logins.getByPlaceholder('Buscar usuario...').fill(name)
  const row = logins.getByRole('row', { name: email })
  await expect(row).toContainText('2025-06-30 23:05:09')
  await expect(row).toContainText('Marketing')
  await logins.getByPlaceholder('Buscar usuario...').fill('nadie se llama así')
  await expect(logins.getByText('No se han registrado actividad reciente')).toBeVisible()
})

test('the board’s figures link to the rows they count', async ({ page, database, enter }) => {
  await makeProduct(database, { stock: 0, tradename: `Agotado ${unique()}` })
  await enter('/dashboard')
  const figures = page.getByRole('list', { name: 'Por hacer' })
  await expect(figures.getByRole('link', { name: /^\d+ ?Productos agotados/ })).toBeVisible()
  await figures.getByRole('link', { name: /Productos agotados/ }).click()
  await expect(page).toHaveURL(/products\?stock=agotado/)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await expect(page.getByRole('combobox', { name: 'Stock' })).toHaveValue('none')
  await page.goBack()
  await figures.getByRole('link', { name: /Pedidos sin comprobante/ }).click()
  await expect(page.getByRole('link', { name: 'Sin comprobante' })).toHaveAttribute('aria-current', 'page')
})

test('Marketing sees its four screens and makes no other calls', async ({ page, enter }) => {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 401 || answer.status() === 403) refused.push(answer.url())
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter('/dashboard', 'Marketing')
  const menu = page.getByRole('navigation', { name: 'Administración' })
  await expect(menu.getByRole('link')).toHaveText(['Tablero', 'Descuentos', 'Carusel', 'Configuración'])
  await expect(page.getByRole('link', { name: /^Ir a/ })).toHaveText(['Ir a Carrusel'])
  await expect(page.getByText('Actividades Reciente')).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/account/desk'])
  for (const path of forMarketing) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  for (const path of screens.filter((screen) => !forMarketing.includes(screen))) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  expect(refused).toEqual([])
})

test('on a phone a table becomes cards, each value beside its header @phone', async ({
  page,
  database,
  enter,
  viewport,
}) => {
  const product = await makeProduct(database, { tradename: `Tarjeta ${unique()}`, dcm: 'Losartán' })
  await enter(`/dashboard/products?buscar=${encodeURIComponent(product.tradename)}`)
  const row = page.getByRole('row', { name: product.tradename })
  await expect(row).toBeVisible()
  const box = await row.boundingBox()
  const header = await page.getByRole('rowgroup').first().boundingBox()
  if (viewport!.width < 600) {
    expect(box!.height).toBeGreaterThan(180)
    expect(header!.width).toBeLessThanOrEqual(1)
    await expect(row.getByText('DCM', { exact: true })).toBeVisible()
  } else {
    expect(box!.height).toBeLessThan(100)
    expect(header!.width).toBeGreaterThan(20)
    await expect(row.getByText('DCM', { exact: true })).toBeHidden()
  }
  await row.getByRole('link', { name: `Editar ${product.tradename}` }).click()
  await expect(page.getByLabel('Nombre')).toHaveValue(product.tradename)
})

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('on a phone the sidebar is a menu that closes after a choice', async ({ page, enter }) => {
    await enter('/dashboard')
    const menu = page.getByRole('navigation', { name: 'Administración' })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menú' }).click()
    await menu.getByRole('link', { name: 'Carusel' }).click()
    await expect(page.getByRole('heading', { name: 'Carrusel' })).toBeVisible()
    await expect(menu).toBeHidden()
  })
})
