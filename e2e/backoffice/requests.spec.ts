import type { Db } from '#server/database/schema.ts'
import { unique } from '#tests/factories.ts'
import { mailTo } from '../account/outbox.ts'
import { expectAccessible } from '../axe.ts'
import { breakCall, expect, expectAlertDialog, holdCalls, test } from './office.ts'

const makeRequest = (phone = '') => {
  const tag = unique()
  return {
    type_form: phone ? ('prescription-book' as const) : ('contact' as const),
    fullname: `Rosa Cremas ${tag}`,
    email: `rosa${tag}@correo.cl`,
    phone,
    product: phone && 'Crema de urea',
    message: 'Quisiera saber el precio.',
  }
}

/** Adds requests of Ana and Luis. A search for their last name finds only these two. */
async function addFamily(database: Db) {
  const lastName = `Muñoz ${unique()}`
  const requests = ['Ana', 'Luis'].map((name) => ({ ...makeRequest(), fullname: `${name} ${lastName}` }))
  await database.insertInto('form_requests').values(requests).execute()
  return { lastName, requests }
}

test('a request is answered by mail from its modal, which shows the answer and whether it was sent', async ({
  page,
  database,
  enter,
  serverInfo,
}) => {
  const request = makeRequest('912345678')
  await database.insertInto('form_requests').values(request).execute()
  await enter(`/dashboard/clients?solicitud=${encodeURIComponent(request.fullname)}`)
  const table = page.getByRole('region', { name: 'Solicitudes de formularios' })
  const row = table.getByRole('row', { name: request.fullname })
  await expect(row.getByText('Sin responder')).toBeVisible()
  await row.getByRole('button', { name: 'Ver' }).click()
  const modal = page.getByRole('dialog', { name: 'Solicitudes' })
  await expect(modal.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/56912345678\?text=Hola%20Rosa/,
  )
  await expect(modal.getByRole('link', { name: 'Llamar' })).toHaveAttribute('href', 'tel:+56912345678')
  await expect(modal.getByRole('link', { name: 'Abrir en mi correo' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${encodeURIComponent(request.email)}\\?subject=`),
  )
  await expectAccessible(page)

  // The answer's form is open at once, because there is room for it beside the prescription.
  const message = modal.getByLabel('Respuesta')
  await expect(message).toBeFocused()
  const send = modal.getByRole('button', { name: 'Enviar respuesta' })
  await send.click()
  await expect(modal.getByText('Escribe tu respuesta.')).toBeVisible()
  await message.focus()
  await message.press('ControlOrMeta+Home')
  await message.press('ArrowDown')
  await message.press('ArrowDown')
  await page.keyboard.type('La crema cuesta $12.990.')
  // Escape loses nothing that was written.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expectAccessible(page)
  await send.click()
  const answer = modal.getByRole('region', { name: 'Respuestas enviadas' }).getByRole('article')
  await expect(answer).toContainText('La crema cuesta $12.990.')
  await expect(answer.getByText('Enviada', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(modal.getByText(/^Por Ana Soto/)).toBeVisible()
  const mail = await mailTo(serverInfo.dataDir, request.email, /La crema cuesta/)
  expect(mail).toContain('Hola Rosa:')

  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(row.getByText('Respondida')).toBeVisible()
})

test('a request is marked as answered and back, and the unanswered ones are filtered', async ({
  page,
  database,
  enter,
}) => {
  const request = makeRequest()
  await database.insertInto('form_requests').values(request).execute()
  await enter(`/dashboard/clients?solicitud=${encodeURIComponent(request.fullname)}`)
  const table = page.getByRole('region', { name: 'Solicitudes de formularios' })
  const row = table.getByRole('row', { name: request.fullname })
  // The chip keeps the search.
  await table.getByRole('link', { name: 'Sin responder' }).click()
  await expect(page).toHaveURL(/solicitudes=sin-responder/)
  await expect(table.getByPlaceholder('Buscar solicitud...')).toHaveValue(request.fullname)
  await row.getByRole('button', { name: 'Ver' }).click()
  const modal = page.getByRole('dialog', { name: 'Solicitudes' })
  await expect(modal.getByRole('link', { name: /WhatsApp|Llamar/ })).toHaveCount(0)
  await breakCall(page, /\/answered/, 'POST', 'No se pudo.')
  const mark = modal.getByRole('button', { name: 'Marcar como respondida' })
  await mark.click()
  await expect(modal.getByText('No se pudo.')).toBeVisible()
  await page.unroute(/\/answered/)
  await mark.click()
  await expect(modal.getByText(/^Por Ana Soto/)).toBeVisible()
  // Behind the modal the row has left the list of unanswered ones.
  await expect(table.getByText('No se han registrado solicitudes recientes')).toBeVisible()
  await modal.getByRole('button', { name: 'Dejar sin responder' }).click()
  await expect(mark).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row.getByText('Sin responder')).toBeVisible()
})

test('several requests that were answered elsewhere are marked at once', async ({
  page,
  database,
  enter,
}) => {
  const { lastName } = await addFamily(database)
  await enter(`/dashboard/clients?solicitud=${encodeURIComponent(lastName)}`)
  const table = page.getByRole('region', { name: 'Solicitudes de formularios' })
  await table.getByRole('checkbox', { name: 'Elegir toda la página' }).check()
  const bar = page.getByRole('region', { name: 'Solicitudes elegidas' })
  await expect(bar.getByRole('status')).toHaveText('2 solicitudes elegidas')
  await expectAccessible(page)
  await breakCall(page, /\/answered$/, 'POST')
  await bar.getByRole('button', { name: 'Marcar respondidas' }).click()
  await expect(bar.getByText('No se pudo.')).toBeVisible()
  await page.unroute(/\/answered$/)
  await bar.getByRole('button', { name: 'Marcar respondidas' }).click()
  await expect(table.getByText('Respondida', { exact: true })).toHaveCount(2)
  await expect(bar).toHaveCount(0)
})

test('a late response about a closed request neither opens it again nor replaces the open one', async ({
  page,
  database,
  enter,
}) => {
  const { lastName, requests } = await addFamily(database)
  await enter(`/dashboard/clients?solicitud=${encodeURIComponent(lastName)}`)
  const modal = page.getByRole('dialog', { name: 'Solicitudes' })
  const open = (name: string) =>
    page
      .getByRole('row', { name: `${name} ${lastName}` })
      .getByRole('button', { name: 'Ver' })
      .click()
  const answer = await holdCalls(page, /\/answered$/, 'POST')
  await open('Ana')
  await modal.getByRole('button', { name: 'Marcar como respondida' }).click()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await open('Luis')
  await modal.getByLabel('Respuesta').fill('Para Luis.')
  answer()
  await expect(
    page.getByRole('row', { name: `Ana ${lastName}`, includeHidden: true }).getByText('Respondida'),
  ).toBeVisible()
  await expect(modal.getByText(`Luis ${lastName}`)).toBeVisible()
  await expect(modal.getByText(requests[1]!.email).last()).toBeVisible()
  await expect(modal.getByLabel('Respuesta')).toHaveValue('Para Luis.')
  // The next request doesn't ask about an answer that was discarded.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(modal).toBeHidden()
  await open('Ana')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()

  await breakCall(page, /\/answers$/, 'POST')
  const refuse = await holdCalls(page, /\/answers$/, 'POST')
  await open('Luis')
  await modal.getByLabel('Respuesta').fill('Para Luis.')
  const send = modal.getByRole('button', { name: 'Enviar respuesta' })
  await send.click()
  await expect(send).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(modal).toBeHidden()
  refuse()
  await expectAlertDialog(page, 'Error!', 'No se pudo.')
})
