import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { makeOrder, makeUser, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './office.ts'

// The server reads one statement at a time.
test.describe.configure({ mode: 'default' })

/** An amount that no other order of the run has. */
const uniqueAmount = () => 1_000_000 + (unique() % 100_000) * 10

const today = () => new Date().toISOString().slice(0, 10).split('-').reverse().join('/')

/** A pending order of a new customer, two days old. */
async function makeDue(database: Db, total = uniqueAmount()) {
  const customer = await makeUser(database)
  return { ...(await makeOrder(database, { userId: customer.id, total, hours: 48 })), total }
}

async function upload(page: Page, headings: string, rows: (string | number)[][]) {
  await page.getByRole('button', { name: 'Subir cartola' }).first().click()
  const lines = [headings, ...rows.map((row) => row.join(';'))]
  await page
    .getByRole('dialog', { name: 'Subir cartola' })
    .getByLabel(/^Cartola/)
    .setInputFiles({ name: 'cartola.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
}

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const groups = (page: Page) => page.getByRole('navigation', { name: 'Grupos de pagos' })

test('a statement is read, sure transfers are applied after a question, others are decided and undone with the keyboard', async ({
  page,
  database,
  enter,
}) => {
  const [sure, proposed] = [await makeDue(database), await makeDue(database)]
  const [first, second] = [await makeDue(database), await makeDue(database)]
  const own = uniqueAmount() + 5
  const words = `Abono ${unique()}`
  await enter('/dashboard/payments')
  await upload(page, 'Fecha;Descripción;Canal;Cargos (CLP);Abonos (CLP);Saldo (CLP)', [
    [today(), `Transf. pedido ${sure.number}`, 'Internet', '', sure.total, ''],
    [today(), 'Transferencia desde otro banco', 'Internet', '', proposed.total, ''],
    [today(), words, 'Internet', '', first.total + second.total, ''],
    [today(), 'Traspaso entre cuentas', 'Internet', '', own, ''],
  ])
  const card = page.getByRole('region', { name: 'Cartola' })
  await expect(card).toContainText('Abonos4Seguros1Por decidir1Sin pedido2')
  await expect(page).toHaveURL(/cartola=/)
  const apply = page.getByRole('button', { name: 'Aplicar los seguros (1)' })
  await expect(apply).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aplicar', exact: true }).click()

  // The list goes on with the other transfers. Enter alone accepts no doubtful one: it has to be chosen.
  await expect(apply).toHaveCount(0)
  const accept = page.getByRole('button', { name: `para el pedido N° ${proposed.number}, mismo monto` })
  await expect(accept).toBeVisible()
  await expect(accept).not.toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(accept).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(accept).toHaveCount(0)
  await expect(status(page, `pagan el pedido N° ${proposed.number}.`)).toBeVisible()
  await expect(groups(page).getByRole('link', { name: 'Sin pedido (2)' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.keyboard.press('z')
  await expect(status(page, 'Deshecho')).toBeVisible()
  await groups(page).getByRole('link', { name: 'Por decidir (1)' }).click()
  await expect(accept).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(accept).toBeFocused()
  await page.keyboard.press('Enter')
  await groups(page).getByRole('link', { name: 'Sin pedido (2)' }).click()

  // The newest row first: the transfer between own accounts is put aside, and two orders are found for the other one.
  const row = (text: string) => page.getByRole('row', { name: text })
  await row('Traspaso entre cuentas')
    .getByRole('button', { name: /^Buscar pedido/ })
    .focus()
  await page.keyboard.press('n')
  await expect(row('Traspaso entre cuentas')).toHaveCount(0)
  await expect(row(words).getByRole('button', { name: /^Buscar pedido/ })).toBeFocused()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Buscar pedido' })
  const search = dialog.getByRole('searchbox')
  await expect(search).toBeFocused()
  await page.keyboard.type(String(first.total))
  const box = (number: number) => dialog.getByRole('checkbox', { name: `N° ${number}` })
  await expect(box(first.number)).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(box(first.number)).toBeChecked()
  await expect(dialog.getByText(/faltan|sobran/)).toBeVisible()
  await search.fill(String(second.number))
  await page.keyboard.press('ArrowDown')
  await box(second.number).press('Space')
  await expect(dialog.getByText('suma exacta')).toBeVisible()
  await box(second.number).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Todo está decidido.')).toBeVisible()

  await groups(page).getByRole('link', { name: 'Asignados' }).click()
  await expect(page.getByRole('button', { name: /^Deshacer el pago/ })).toHaveCount(3)
  const paidOf = async () => {
    const { rows } = await sql<{ paid: boolean }>`
      select paid_amount = round(total) as paid from orders
      where id = any(${[sure, proposed, first, second].map(({ id }) => id)}::uuid[]) order by number`.execute(
      database,
    )
    return rows.map(({ paid }) => paid)
  }
  await expect.poll(paidOf).toEqual([true, true, true, true])
  await row(words)
    .getByRole('button', { name: /^Deshacer el pago/ })
    .click()
  await expect(row(words)).toHaveCount(0)
  await expect.poll(paidOf).toEqual([true, true, false, false])
  await page.goBack()
  await expect(row(words)).toBeVisible()
})

test('an unknown layout asks for its columns; a gap and a refused row are named; a refused decision brings its row back', async ({
  page,
  database,
  enter,
}) => {
  const order = await makeDue(database)
  const name = `Entra${unique()}`
  await enter('/dashboard/payments')
  await upload(page, `Fecha mov;Glosa;${name};Sale${name};Saldo`, [
    [today(), 'Transferencia desde otro banco', order.total, 0, 5_000_000 + order.total],
    [today(), `Transferencia ${name}`, '7.300,55', 0, 5_007_300 + order.total],
    [today(), `Traspaso ${name}`, uniqueAmount() + 3, 0, 9_000_000 + order.total],
  ])
  const dialog = page.getByRole('dialog', { name: 'Subir cartola' })
  await expect(dialog.getByRole('heading', { name: '¿Qué trae cada columna?' })).toBeFocused()
  await expect(dialog.getByLabel('Dato de la columna Glosa')).toHaveValue('description')
  await expect(dialog.getByText('Falta la columna Abonos, o la columna Monto.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(`Dato de la columna ${name}`, { exact: true }).selectOption('Abonos')
  await dialog.getByLabel(`Dato de la columna Sale${name}`).selectOption('Cargos')
  await dialog.getByRole('button', { name: 'Leer con estas columnas' }).click()

  const card = page.getByRole('region', { name: 'Cartola' })
  await expect(card.getByText('Otro banco')).toBeVisible()
  await expect(card.getByText(/Los saldos no cuadran/)).toBeVisible()
  const accept = page.getByRole('button', { name: `para el pedido N° ${order.number}, mismo monto` })
  await expect(accept).toBeVisible()
  await card.getByText('1 fila no se pudo leer').click()
  await expect(card.getByRole('row', { name: '7.300,55' })).toContainText(name)

  await accept.focus()
  await sql`update orders set status = 'cancelled' where id = ${order.id}`.execute(database)
  await page.keyboard.press('Enter')
  await expect(status(page, `El pedido N° ${order.number} está cancelado.`)).toBeVisible()
  await groups(page).getByRole('link', { name: 'Sin pedido (2)' }).click()
  await expect(page.getByRole('row', { name: 'Transferencia desde otro banco' })).toContainText(
    'está cancelado',
  )
})
