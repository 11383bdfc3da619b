import { sql } from 'kysely'
import { productUrl } from '#domain/screen-urls.ts'
import { makeProduct, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './office.ts'

test('a product of unknown condition is held until its ingredient is decided with Enter; a receta cheque stays at the counter', async ({
  page,
  database,
  enter,
}) => {
  const letters = String(unique()).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
  const [one, other] = [`Aaa${letters}ina`, `Aab${letters}ona`]
  for (const ingredient of [one, other]) {
    await sql`insert into ingredient_conditions (ingredient, sale_condition) values (${ingredient}, 'simple')`.execute(
      database,
    )
    await sql`insert into ingredient_names (ingredient, name) values (${ingredient}, ${ingredient.toLowerCase()})`.execute(
      database,
    )
  }
  const values = { sale_condition: 'unknown' as const, stock: 5 }
  const first = await makeProduct(database, { ...values, tradename: `${one.toUpperCase()} 10MG.30COM` })
  const second = await makeProduct(database, { ...values, tradename: `${other.toUpperCase()} 5MG.30COM` })

  await page.goto(productUrl(first.id))
  await expect(page.getByText('Consulta en la farmacia', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agregar al carrito' })).toHaveCount(0)

  await enter('/dashboard/products/sale-conditions')
  const row = (ingredient: string) => page.getByRole('group', { name: `Condición de venta de ${ingredient}` })
  await expect(row(one).getByRole('radio', { name: 'Receta simple' })).toBeChecked()
  await expectAccessible(page)
  await row(one).getByRole('radio', { name: 'Receta simple' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(one)).toHaveCount(0)
  // The focus went on to the next ingredient.
  await expect(row(other).getByRole('radio', { name: 'Receta simple' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(row(other)).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Buscar principio activo o marca...' }).fill(one)
  await page.getByRole('button', { name: `Editar ${one}` }).click()
  await page.getByLabel('Se reconoce por').fill(`Marca ${letters}`)
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByRole('row', { name: one })).toContainText(`marca ${letters}`)

  await page.goto(productUrl(first.id))
  await expect(page.getByRole('button', { name: 'Agregar al carrito' }).first()).toBeVisible()
  await page.goto(productUrl(second.id))
  await expect(page.getByText('Solo en la farmacia', { exact: true })).toBeVisible()

  await page.goto(`/dashboard/products/edit-product/${first.id}`)
  await expect(page.getByLabel('Tipo de receta')).toHaveValue('simple')
  await page.getByLabel('Tipo de receta').selectOption('Retenida')
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  await expect(page.getByText('El producto fue actualizado.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Tipo de receta')).toHaveValue('retained')
  await page.getByLabel('Receta', { exact: true }).selectOption('NO')
  await expect(page.getByLabel('Tipo de receta')).toHaveCount(0)
})
