import { readFile } from 'node:fs/promises'
import readWorkbook from 'read-excel-file/universal'
import { makeCategory, makeProduct, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './office.ts'

test('Marketing creates a code, copies, changes and ends it, and makes many at once', async ({
  page,
  request,
  context,
  database,
  enter,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const code = `VERANO${unique()}`
  const category = `Vitaminas, minerales ${unique()}`
  await makeCategory(database, category)
  // More than the form shows without a search.
  for (const other of Array(10).keys()) await makeCategory(database, `Otra ${other} de ${code}`)
  const { id: productId } = await makeProduct(database, { cost: 30_000, category })
  const priced = async (coupon: string) => {
    const data = { items: [{ productId, quantity: 1 }], coupon }
    return (await request.post('/api/cart/price', { data })).json()
  }
  await enter('/dashboard', 'Marketing')
  await page.getByRole('link', { name: 'Descuentos' }).click()
  await page.getByRole('button', { name: 'Nuevo código', exact: true }).click()
  const modal = page.getByRole('dialog', { name: 'Nuevo código' })
  await expect(modal.getByText(/^Los medicamentos con receta no participan nunca/)).toBeVisible()
  await modal.getByLabel('Código *').fill(`${code.toLowerCase()} `)
  await modal.getByLabel('Porcentaje *').fill('110')
  await modal.getByRole('button', { name: 'Guardar' }).click()
  await expect(modal.getByText('Escribe un porcentaje entre 1 y 100.')).toBeVisible()
  await modal.getByLabel('Porcentaje *').fill('15')
  await modal.getByLabel('Descuento máximo').fill('5.000')
  await modal.getByLabel('Compra mínima').fill('$20.000')
  await modal.getByLabel('Compras', { exact: true }).selectOption('Solo la primera de cada cliente')
  await modal.getByLabel('Primer día').fill('2026-01-15')
  await modal.getByLabel('Último día').fill('2999-01-31')
  await modal.getByLabel('Usos en total').fill('100')
  await modal.getByLabel('Usos por cliente').fill('1')
  await modal.getByText('Solo algunas categorías').click()
  await modal.getByRole('searchbox', { name: 'Buscar categoría' }).fill(category)
  await modal.getByRole('checkbox', { name: category }).check()
  await expectAccessible(page, { within: 'dialog[open]' })
  await modal.getByRole('button', { name: 'Guardar' }).click()
  await expect(modal).toBeHidden()

  await page.getByRole('searchbox', { name: 'Buscar código...' }).fill(code.toLowerCase())
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
  const row = page.getByRole('row', { name: code })
  for (const words of [
    'Vigente',
    '15 %, hasta $5.000',
    `Desde $20.000 · Primera compra · 1 vez por cliente · Solo ${category}`,
    '15/01/2026 al 31/01/2999',
    '0 de 100',
  ])
    await expect(row).toContainText(words)
  expect((await priced(code)).data.coupon).toMatchObject({ code, discount: 4_500 })

  const menu = async (item: string) => {
    await row.getByRole('button', { name: `Más opciones de ${code}` }).click()
    await page.getByRole('button', { name: item, exact: true }).click()
  }
  await menu('Copiar enlace')
  await expect(page.getByRole('heading', { name: 'Enlace copiado' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`${baseURL}/tienda?codigo=${code}`)

  // A copy has everything but the code, and a code that exists is refused at its field.
  await menu('Duplicar')
  await expect(modal.getByLabel('Descuento máximo')).toHaveValue('5000')
  await expect(modal.getByRole('checkbox', { name: category })).toBeChecked()
  await modal.getByLabel('Código *').fill(code)
  await modal.getByRole('button', { name: 'Guardar' }).click()
  await expect(modal.getByText('Ese código ya existe.')).toHaveCount(1)
  await expect(modal.getByLabel('Código *')).toBeFocused()
  await modal.getByRole('button', { name: 'Cancelar' }).click()

  await row.getByRole('button', { name: 'Editar' }).click()
  const editing = page.getByRole('dialog', { name: 'Editar código' })
  await editing.getByLabel('Tipo').selectOption('Despacho gratis')
  await expect(editing.getByLabel('Porcentaje *')).toHaveCount(0)
  await editing.getByLabel('Usos en total').fill('')
  await editing.getByRole('button', { name: 'Actualizar' }).click()
  await expect(row).toContainText('Despacho gratis')
  expect((await priced(code)).data.coupon).toEqual({ code, discount: 0, freeDelivery: true })

  await menu('Terminar')
  const question = page.getByRole('alertdialog', { name: `¿Terminar el código ${code}?` })
  await question.getByRole('button', { name: 'Terminar' }).click()
  await expect(row).toContainText('Terminado')
  expect((await priced(code)).code).toBe('COUPON_INVALID')
  await page.getByRole('link', { name: 'Vigentes' }).click()
  await expect(page.getByText('No hay códigos de descuento')).toBeVisible()
  await page.getByRole('link', { name: 'Terminados' }).click()
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: 'Crear varios' }).click()
  const many = page.getByRole('dialog', { name: 'Crear varios códigos' })
  await expect(many.getByLabel('Cantidad *')).toHaveValue('200')
  await expect(many.getByLabel('Usos en total')).toHaveValue('1')
  await many.getByLabel('Comienzan con *').fill(`F${code}`)
  await many.getByLabel('Tipo').selectOption('Pesos')
  await many.getByLabel('Pesos *').fill('3.000')
  const downloading = page.waitForEvent('download')
  await many.getByRole('button', { name: 'Crear y descargar' }).click()
  const bytes = await readFile(await (await downloading).path())
  await expect(many.getByText('Se crearon 200 códigos.')).toBeVisible()
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(bytes)]))
  const made = (sheet?.data ?? []).slice(1)
  expect(made).toHaveLength(200)
  expect(made[0]!.at(-1)).toBe(`${baseURL}/tienda?codigo=${made[0]![0]}`)
  expect((await priced(String(made[199]![0]))).data.coupon.discount).toBe(3_000)
  await many.getByRole('button', { name: 'Listo' }).click()
  await expect(many).toBeHidden()
})
