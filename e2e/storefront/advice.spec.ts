import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../shop.ts'

const HOW = /envíanos la receta por WhatsApp o correo/

test('cart and checkout name repeated ingredients and say how a prescription is shown', async ({
  page,
  database,
  logIn,
}) => {
  const number = unique()
  const one = await makeProduct(database, { tradename: `Kitadol ${number}`, dcm: 'PARACETAMOL 500 MG' })
  const two = await makeProduct(database, { tradename: `Analgex ${number}`, dcm: 'Paracetamol 1 g' })
  await database.updateTable('products').set({ prescription: true }).where('id', '=', two.id).execute()
  const words = 'Llevas dos productos con paracetamol. Consulta a tu químico farmacéutico.'
  const user = await makeUser(database)
  await logIn(user)
  await database
    .insertInto('cart_lines')
    .values([one, two].map((product) => ({ user_id: user.id, product_id: product.id, quantity: 1 })))
    .execute()
  await page.goto(`/descripcion?producto=${two.id}`)
  await expect(page.getByText('Requiere receta médica')).toBeVisible()
  await expect(page.getByText('Con receta: envíala al pedir')).toBeVisible()
  await expect(page.getByText(HOW)).toBeVisible()

  await page.goto('/carrito')
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText(`Requiere receta médica: Analgex ${number}`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Finalizar compra' }).click()
  const order = page.getByRole('region', { name: 'Tu orden' })
  await expect(order.getByText(words)).toBeVisible()
  await expect(order.getByText(HOW)).toBeVisible()
  await expect(order.getByRole('link', { name: 'condiciones de compra' })).toBeVisible()

  await page.goto('/carrito')
  await page.getByRole('button', { name: `Quitar Kitadol ${number}` }).click()
  await expect(page.getByText(words)).toBeHidden()
  await expect(page.getByText(HOW)).toBeVisible()
})

test('a product explains its seal, links to the register, and is remembered in the tab', async ({
  page,
  database,
}) => {
  const number = unique()
  const first = await makeProduct(database, { tradename: `Primero ${number}` })
  const second = await makeProduct(database, { tradename: `Segundo ${number}` })
  await database
    .updateTable('products')
    .set({ bioequivalent: true, health_register: 'F-90001/25' })
    .where('id', '=', second.id)
    .execute()
  await page.goto(`/descripcion?producto=${first.id}`)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('seen'))).toBe(first.id)
  await page.goto(`/descripcion?producto=${second.id}`)
  const seen = page.getByRole('region', { name: 'Vistos recientemente' })
  await expect(seen.getByRole('heading', { level: 3 })).toHaveText([first.tradename])

  const register = page.getByRole('link', { name: /^Buscar en el ISP/ })
  await expect(register).toHaveAttribute('href', 'https://registrosanitario.ispch.gob.cl/')
  await expect(register).toHaveAttribute('target', '_blank')

  const explanation = page.getByRole('heading', { name: '¿Qué es un bioequivalente?' })
  const seal = page.getByRole('button', { name: 'Bioequivalente: qué significa' })
  await expect(explanation).toBeHidden()
  await seal.press('Enter')
  await expect(explanation).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
  await seal.click()
  await expect(explanation).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await expect(explanation).toBeHidden()
})
