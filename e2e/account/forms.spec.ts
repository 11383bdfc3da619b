import { unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { smallImage } from '../images.ts'
import { expect, test } from '../shop.ts'

test('the contact form validates, keeps its text through a failure and a reload, and is sent', async ({
  page,
  database,
}) => {
  const email = `contacto${unique()}@correo.cl`
  await page.goto('/#contacto')
  const form = page.getByRole('form', { name: 'Envíanos un mensaje' })
  const name = form.getByRole('textbox', { name: 'Nombre completo' })
  const message = form.getByRole('textbox', { name: 'Mensaje' })
  const send = form.getByRole('button', { name: 'Enviar mensaje' })
  await send.click()
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(3)
  await name.fill('R2D2')
  await form.getByRole('textbox', { name: 'Correo electrónico' }).fill('ana@')
  await message.fill('Hola')
  for (const error of [
    'Debe contener solo letras.',
    'El correo ingresado no es valido.',
    'Debe contener al menos 10 caracteres.',
  ]) {
    await expect(form.getByText(error)).toBeVisible()
  }
  await expectAccessible(page)
  await name.fill("Ana María O'Higgins-Soto")
  await form.getByRole('textbox', { name: 'Correo electrónico' }).fill(email)
  await message.fill('¿Tienen vitamina C en gotas?')

  await page.route('**/create-contact', (route) => route.abort())
  await send.click()
  await expect(form.getByText(/No hay conexión con la farmacia/)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.unroute('**/create-contact')
  await page.reload()
  await expect(message).toHaveValue('¿Tienen vitamina C en gotas?')

  const request = page.waitForRequest('**/create-contact')
  // A second Enter in the same moment sends nothing: the message is saved once.
  await form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit()
    element.requestSubmit()
  })
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toContainText(
    'Recibimos tu mensaje. Te responderemos a tu correo.',
  )
  expect((await request).postDataJSON()).toMatchObject({
    fullname: "Ana María O'Higgins-Soto",
    email,
    message: '¿Tienen vitamina C en gotas?',
    typeForm: 'contact',
    phone: '',
    product: '',
    photo: '',
  })
  await page.keyboard.press('Enter')
  for (const field of await form.getByRole('textbox').all()) await expect(field).toHaveValue('')
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(0)
  await page.reload()
  await expect(message).toHaveValue('')
  const rows = await database
    .selectFrom('form_requests')
    .select(['fullname', 'type_form', 'message'])
    .where('email', '=', email)
    .execute()
  expect(rows).toEqual([
    {
      fullname: "Ana María O'Higgins-Soto",
      type_form: 'contact',
      message: '¿Tienen vitamina C en gotas?',
    },
  ])
})

test('the prescription form shows each error at its time, and is sent with its image', async ({
  page,
  database,
}) => {
  const email = `receta${unique()}@correo.cl`
  await page.goto('/recetario-magistral')
  await expect(page.getByRole('heading', { name: 'Recetario Magistral' })).toBeVisible()
  const form = page.getByRole('form', { name: 'Solicitud de cotización' })
  const text = (name: string) => form.getByRole('textbox', { name })
  const photo = form.getByLabel('Foto de la receta')
  const send = form.getByRole('button', { name: 'Enviar receta' })
  await expect(send).toBeEnabled()

  // Pattern errors show while typing, others when the field is left.
  await text('Nombre completo').pressSequentially('Ana 3')
  await expect(form.getByText('Solo se permiten letras y espacios.')).toBeVisible()
  await text('Teléfono').pressSequentially('+56')
  await expect(form.getByText('Solo se permiten numeros.')).toBeHidden()
  await text('Teléfono').pressSequentially('a')
  await expect(form.getByText('Solo se permiten numeros.')).toBeVisible()
  await text('Mensaje').pressSequentially('corto')
  await expect(form.getByText('La descripción debe tener al menos 10 caracteres.')).toBeHidden()
  await text('Producto').focus()
  await expect(form.getByText('La descripción debe tener al menos 10 caracteres.')).toBeVisible()
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(0)
  await text('Correo electrónico').fill('ana@')
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(1)
  await text('Correo electrónico').blur()
  await expect(form.getByText('Email invalido.')).toBeVisible()
  await photo.setInputFiles({ name: 'receta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') })
  await expect(form.getByText('El archivo debe ser .png, .jpg o .jpeg')).toBeVisible()
  await expectAccessible(page)
  await send.click()
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(1)

  await text('Nombre completo').fill('Íñigo Núñez')
  await text('Teléfono').fill('+56 9 1234 5678')
  await text('Correo electrónico').fill(email)
  await text('Producto').fill('Crema de urea 20 %')
  await text('Mensaje').fill('Necesito 100 gramos al mes.')
  await photo.setInputFiles({ name: 'RECETA.JPG', mimeType: 'image/jpeg', buffer: Buffer.from('nada') })
  await expect(form.getByText('El archivo debe ser .png, .jpg o .jpeg')).toBeHidden()
  await send.click()
  await expect(form.getByText('El tipo de archivo no es válido.').first()).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(text('Mensaje')).toHaveValue('Necesito 100 gramos al mes.')

  await photo.setInputFiles(await smallImage('receta.png'))
  await expect(form.getByRole('img', { name: 'Vista previa' })).toBeVisible()
  const sent: [name: string, value: string][] = []
  await page.exposeFunction('recordPart', (name: string, value: string) => sent.push([name, value]))
  // Recorded in the page: Playwright doesn't see the body of a request with a file.
  await page.evaluate(() => {
    const { fetch, recordPart } = window as unknown as {
      fetch: typeof window.fetch
      recordPart: (name: string, value: string) => void
    }
    window.fetch = (url, init) => {
      if (init?.body instanceof FormData)
        for (const [name, value] of init.body)
          recordPart(name, typeof value === 'string' ? value : value.name)
      return fetch(url, init)
    }
  })
  await send.click()
  await expect(page.getByRole('alertdialog', { name: 'Prescripción enviada!' })).toContainText(
    'Recibimos tu receta. Te enviaremos la cotización a tu correo.',
  )
  await page.keyboard.press('Enter')
  for (const field of await form.getByRole('textbox').all()) await expect(field).toHaveValue('')
  expect(Object.fromEntries(sent)).toMatchObject({
    typeForm: 'prescription-book',
    fullname: 'Íñigo Núñez',
    phone: '56912345678',
    email,
    product: 'Crema de urea 20 %',
    message: 'Necesito 100 gramos al mes.',
    photo: 'receta.png',
  })
  await expect(form.getByText('Ninguna imagen elegida')).toBeVisible()
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(0)
  const rows = await database
    .selectFrom('form_requests')
    .select(['product', 'type_form', 'photo'])
    .where('email', '=', email)
    .execute()
  expect(rows).toEqual([
    {
      product: 'Crema de urea 20 %',
      type_form: 'prescription-book',
      photo: expect.stringMatching(/\.webp$/),
    },
  ])
  expect((await page.request.get(`/api/prescription-book/image/${rows[0]!.photo}`)).status()).toBe(401)
})
