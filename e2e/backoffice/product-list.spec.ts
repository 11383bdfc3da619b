import type { Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { makeProduct, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { breakCall, expect, expectAlertDialog, holdCalls, test } from './office.ts'

/** Products of a new category, sorted by name, and the path of that category's list. */
async function makeList(database: Db, rows: { cost?: number; stock?: number }[]) {
  const category = `Lista ${unique()}`
  const products = []
  for (const [index, values] of rows.entries())
    products.push(
      await makeProduct(database, {
        category,
        tradename: `${'ABCDEFGHIJKLMN'[index]} ${unique()}`,
        ...values,
      }),
    )
  return { category, products, path: `/dashboard/products?categoria=${encodeURIComponent(category)}` }
}

const readRow = (database: Db, id: string) =>
  database
    .selectFrom('products')
    .select(['cost', 'stock', 'discount', 'retired_at', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const names = (page: Page) =>
  page.getByRole('table', { name: 'Productos' }).getByRole('row').locator('td:nth-child(3)')

/** Types all keys at once, as a scanner does: key by key is too slow on a busy machine. */
const scan = (page: Page, code: string) =>
  page.evaluate(
    (keys) => {
      for (const key of keys)
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    },
    [...code, 'Enter'],
  )

test('the list has the price, and is sorted by its headings; the order stays in the URL', async ({
  page,
  database,
  enter,
}) => {
  const { path, products } = await makeList(database, [{ cost: 500 }, { cost: 90 }, { cost: 1_200 }])
  const [a, b, c] = products.map(({ tradename }) => tradename)
  await enter(path)
  await expect(names(page)).toHaveText([a!, b!, c!])
  await expect(page.getByRole('button', { name: `Precio de ${c}: $1.200` })).toBeVisible()
  await page.getByRole('columnheader', { name: 'Precio' }).getByRole('button').click()
  await expect(names(page)).toHaveText([b!, a!, c!])
  await expect(page.getByRole('columnheader', { name: 'Precio' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('columnheader', { name: 'Precio' }).getByRole('button').click()
  await expect(names(page)).toHaveText([c!, a!, b!])
  await expect(page).toHaveURL(/orden=-precio/)
  await page.reload()
  await expect(names(page)).toHaveText([c!, a!, b!])
  await expectAccessible(page)
})

test('stock and price are edited in place: Enter saves and goes down, Escape leaves', async ({
  page,
  database,
  enter,
}) => {
  const { path, products } = await makeList(database, [{ stock: 10 }, { stock: 20 }, { stock: 30 }])
  const [a, b, c] = products
  await enter(path)
  const stock = ({ tradename }: { tradename: string }) =>
    page.getByRole('textbox', { name: `Stock de ${tradename}` })
  await page.getByRole('button', { name: `Stock de ${a!.tradename}` }).click()
  await stock(a!).fill('11')
  await page.keyboard.press('Enter')
  await expect(stock(b!)).toBeFocused()
  await page.keyboard.type('21')
  await page.keyboard.press('Enter')
  await expect(stock(c!)).toBeFocused()
  await page.keyboard.type('99')
  await page.keyboard.press('Escape')
  const last = page.getByRole('button', { name: `Stock de ${c!.tradename}: 30` })
  await expect(last).toBeFocused()
  await expect.poll(async () => (await readRow(database, a!.id)).stock).toBe(11)
  await expect.poll(async () => (await readRow(database, b!.id)).stock).toBe(21)
  expect((await readRow(database, c!.id)).stock).toBe(30)

  const price = page.getByRole('button', { name: `Precio de ${a!.tradename}` })
  await price.click()
  await page.getByRole('textbox', { name: `Precio de ${a!.tradename}` }).fill('12,990')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Se puede leer de dos maneras.')).toBeVisible()
  await price.click()
  await page.getByRole('textbox', { name: `Precio de ${a!.tradename}` }).fill('$12.990')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(price).toContainText('$12.990')
  await expect.poll(async () => readRow(database, a!.id)).toMatchObject({ cost: 12_990, stock: 11 })
})

test('editing a price that somebody else changed meanwhile asks which one to keep, as in the form', async ({
  page,
  database,
  enter,
}) => {
  const { path, products } = await makeList(database, [{ cost: 1_000 }])
  const { id, tradename } = products[0]!
  await enter(path)
  await page.getByRole('button', { name: `Precio de ${tradename}` }).click()
  await database.updateTable('products').set({ cost: 1_100, version: 2 }).where('id', '=', id).execute()
  await page.getByRole('textbox', { name: `Precio de ${tradename}` }).fill('1.500')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Otra persona modificó este producto' })
  await expect(dialog).toContainText('1100')
  await dialog.getByRole('radio', { name: 'Lo que escribiste 1500' }).check()
  await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
  await expect(page.getByRole('button', { name: `Precio de ${tradename}` })).toContainText('$1.500')
  expect((await readRow(database, id)).cost).toBe(1_500)
})

test('several products are changed at once, on the page or all of the filter @phone', async ({
  page,
  database,
  enter,
}) => {
  const { path, products } = await makeList(
    database,
    Array.from({ length: 28 }, () => ({ cost: 1_000 })),
  )
  await enter(path)
  for (const { tradename } of products.slice(0, 2))
    await page.getByRole('checkbox', { name: `Elegir ${tradename}` }).check()
  const bar = page.getByRole('region', { name: 'Productos elegidos' })
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(bar.getByRole('status')).toHaveText('2 productos elegidos')
  await bar.getByRole('button', { name: 'Descuento' }).click()
  const form = page.getByRole('dialog', { name: 'Descuento de 2 productos' })
  await form.getByLabel('Descuento (%)').fill('101')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Debe ser un porcentaje entre 0 y 100.')).toBeVisible()
  await expect(form.getByLabel('Descuento (%)')).toBeFocused()
  await form.getByLabel('Descuento (%)').fill('12,5')
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: '¿Salir sin guardar?' })
    .getByRole('button', { name: 'Seguir editando' })
    .click()
  await expect(form.getByLabel('Descuento (%)')).toHaveValue('12,5')
  await form.getByLabel('Desde').fill('2020-01-01')
  await form.getByLabel('Hasta').fill('2099-12-31')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('−12,5 % $875')).toHaveCount(2)
  await expect(page.getByText('hasta el 31-12')).toHaveCount(2)
  await expect(bar).toHaveCount(0)

  await page.getByRole('checkbox', { name: `Elegir ${products[0]!.tradename}` }).check()
  await bar.getByRole('button', { name: 'Elegir la página' }).click()
  await bar.getByRole('button', { name: 'Seleccionar los 28 del filtro' }).click()
  await expect(bar.getByRole('status')).toHaveText('28 productos elegidos')
  await bar.getByRole('button', { name: 'Retirar' }).click()
  await page
    .getByRole('alertdialog', { name: '¿Retirar 28 productos?' })
    .getByRole('button', { name: 'Retirar' })
    .click()
  await expect(page.getByRole('button', { name: 'Limpiar filtros' })).toBeVisible()
  for (const { id } of products) expect((await readRow(database, id)).retired_at).not.toBeNull()

  await page.goto(`/descripcion?producto=${products[0]!.id}`)
  await expect(page.getByText('Ya no se vende')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agregar al carrito' })).toHaveCount(0)

  await page.goto(`${path}&venta=retirados`)
  await page.getByRole('checkbox', { name: `Elegir ${products[0]!.tradename}` }).check()
  await bar.getByRole('button', { name: 'Volver a vender' }).click()
  await expect(page.getByRole('link', { name: `Editar ${products[0]!.tradename}` })).toHaveCount(0)
  expect((await readRow(database, products[0]!.id)).retired_at).toBeNull()
})

test('a scanned barcode opens its product from anywhere on the list; an unknown one is offered to be entered', async ({
  page,
  database,
  enter,
}) => {
  const { path, products } = await makeList(database, [{}])
  const { barcode, tradename } = products[0]!
  await enter(path)
  await page.getByRole('checkbox', { name: `Elegir ${tradename}` }).check()
  await scan(page, barcode)
  await expect(page.getByRole('heading', { name: 'Editar Producto' })).toBeVisible()
  await expect(page.getByLabel('Nombre')).toHaveValue(tradename)

  await page.getByRole('button', { name: 'Retirar de la tienda' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(page.getByRole('button', { name: 'Volver a vender' })).toBeVisible()

  await page.getByRole('link', { name: 'Volver', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Productos' })).toBeVisible()
  await expect(page.getByText('0 resultados')).toBeVisible()
  const unknown = `99${unique()}`
  await scan(page, unknown)
  await page
    .getByRole('alertdialog', { name: 'No hay un producto con este código' })
    .getByRole('button', { name: 'Ingresar Producto' })
    .click()
  await expect(page.getByLabel('Código de barras')).toHaveValue(unknown)
})

test('presses while the list loads count, and are shown at once', async ({ page, database, enter }) => {
  const { path } = await makeList(
    database,
    Array.from({ length: 61 }, () => ({})),
  )
  await enter(path)
  const next = page.getByRole('button', { name: 'Siguiente' })
  await expect(next).toBeVisible()
  const answer = await holdCalls(page, /\/api\/products\?/)
  await next.click()
  await expect(page.getByRole('button', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page')
  await next.click()
  await expect(page.getByRole('button', { name: 'Página 3' })).toHaveAttribute('aria-current', 'page')
  const price = page.getByRole('button', { name: 'Precio', exact: true })
  await price.click()
  await expect(page.getByRole('columnheader', { name: 'Precio' })).toHaveAttribute('aria-sort', 'ascending')
  await price.click()
  await expect(page.getByRole('columnheader', { name: 'Precio' })).toHaveAttribute('aria-sort', 'descending')
  const size = page.getByRole('combobox', { name: 'Filas por página de Productos' })
  await size.selectOption('50')
  await expect(size).toHaveValue('50')
  const search = page.getByPlaceholder('Buscar producto...')
  const asked = page.waitForRequest(/search=nada/)
  await search.fill('nada')
  await asked
  await search.fill('')
  answer()
  await expect(page).toHaveURL(/\?categoria=[^&]*&orden=-precio&filas=50$/)
  await expect(page.getByText('61 resultados')).toBeVisible()
})

test('a stock is saved although its row leaves the list while it is typed, and a refusal is shown', async ({
  page,
  database,
  enter,
}) => {
  const { path, products } = await makeList(database, [{ stock: 10 }, { stock: 20 }])
  await enter(path)
  const search = page.getByPlaceholder('Buscar producto...')
  const stock = (index: number) =>
    page.getByRole('button', { name: `Stock de ${products[index]!.tradename}` })
  await expect(stock(1)).toBeVisible()
  for (const [index, refuse] of [false, true].entries()) {
    if (refuse) await breakCall(page, /\/field$/, 'POST')
    const answer = await holdCalls(page, /\/api\/products\?/)
    await search.fill('nada')
    await stock(index).click()
    await page.keyboard.type('77')
    answer()
    await expect(page.getByText('No se han registrado productos')).toBeVisible()
    if (refuse) await expectAlertDialog(page, 'Error!', `Stock de ${products[index]!.tradename}: No se pudo.`)
    else await expect.poll(async () => (await readRow(database, products[index]!.id)).stock).toBe(77)
    await search.fill('')
    await expect(stock(1)).toBeVisible()
  }
})
