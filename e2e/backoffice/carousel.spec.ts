import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { openDiskStore } from '#server/images/disk-store.ts'
import { encodeImage } from '#server/images/encode.ts'
import { expectAccessible } from '../axe.ts'
import { smallImage } from '../images.ts'
import { readServerInfo } from '../shop.ts'
import { test as base, breakCall, expect, expectAlertDialog, expectToast, holdCalls } from './office.ts'

// All tests share one carousel, so they run one after the other: in this file, and where a run repeats it.
const test = base.extend<{ emptyCarousel: undefined }>({
  emptyCarousel: [
    ({ database }, use) =>
      database.connection().execute(async (held) => {
        await sql`select pg_advisory_lock(hashtext('carousel'))`.execute(held)
        await held.deleteFrom('carousel_images').execute()
        await use(undefined)
        await sql`select pg_advisory_unlock_all()`.execute(held)
      }),
    { auto: true, timeout: 600_000 },
  ],
})
test.describe.configure({ mode: 'default' })

async function fill(database: Db, ...names: string[]) {
  const { buffer } = await smallImage()
  const store = openDiskStore(readServerInfo().dataDir)
  const values = []
  for (const [at, name] of names.entries()) {
    values.push({
      name,
      photo: await store.put('carousel', await encodeImage('carousel', buffer)),
      position: at + 1,
    })
  }
  const rows = await database.insertInto('carousel_images').values(values).returning(['id', 'name']).execute()
  return rows.map(({ id }) => id)
}

const saved = (database: Db) =>
  database.selectFrom('carousel_images').select(['name', 'state']).orderBy('position').execute()
const names = async (database: Db) => (await saved(database)).map(({ name }) => name)

const shown = (page: Page) =>
  page.getByRole('list', { name: 'Imágenes' }).getByRole('listitem').getByRole('paragraph')
/** The images to drag, without the buttons beside them. */
const order = (page: Page) =>
  page.getByRole('list', { name: 'Orden' }).locator('[aria-roledescription="ordenable"]')
const save = (page: Page) => page.getByRole('button', { name: 'ACTUALIZAR ORDEN' })

/** Uses the keyboard only, and checks what a screen reader announces. */
async function moveFirstDown(page: Page) {
  await order(page).first().focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('uno está en la posición 1 de 3.')).toBeAttached()
  // The list listens to the arrows one task after the drag began, earlier than any person presses one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('uno está en la posición 2 de 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText('Dejaste uno en la posición 2 de 3.')).toBeAttached()
}

test('several images are uploaded at once, one per file name, and a toast confirms it', async ({
  page,
  database,
  enter,
}) => {
  await enter('/dashboard/carousel', 'Marketing')
  await expect(page.getByText('No existen imagenes registradas')).toBeVisible()
  await expect(page.getByText('Sin imagenes a ordenar')).toBeVisible()

  await page.getByRole('button', { name: 'SUBIR IMAGEN' }).click()
  const dialog = page.getByRole('dialog', { name: 'AGREGAR IMAGEN | CAROUSEL' })
  const field = dialog.getByRole('button', { name: 'Imágenes', exact: true })
  const send = dialog.getByRole('button', { name: 'Subir imagenes' })
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Este campo es obligatorio\./)
  // A cancelled file chooser fires a bubbling `cancel` event, which must not close the modal.
  await field.dispatchEvent('cancel', { bubbles: true })
  await field.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') })
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Solo se permiten imágenes: nota\.txt/)
  await dialog.getByRole('button', { name: 'Quitar nota.txt' }).click()

  await field.setInputFiles([await smallImage('a.png'), await smallImage('b.png')])
  await field.setInputFiles([await smallImage('a.png')])
  const chosen = dialog.getByRole('list', { name: 'Imágenes elegidas' }).getByRole('listitem')
  await expect(chosen).toHaveText(['a.png', 'b.png'])

  await breakCall(page, /\/api\/admin\/add-image-carousel/, 'POST', 'No queda espacio.')
  await send.click()
  await expectAlertDialog(page, 'Error', 'No queda espacio.')
  await expect(chosen).toHaveCount(2)
  await page.unroute(/\/api\/admin\/add-image-carousel/)

  await expectToast(page, { title: 'Imagen(es) guardada', ms: 1_500 }, () => send.click())
  await expect(dialog).toBeHidden()
  await expect(shown(page)).toHaveText(['a.png', 'b.png'])
  expect(await names(database)).toEqual(['a.png', 'b.png'])
  await expectAccessible(page)
})

test('Visible and Oculto are saved at once; a failure shows a toast for 1.5 s', async ({
  page,
  database,
  enter,
}) => {
  await fill(database, 'uno', 'dos')
  await enter('/dashboard/carousel', 'Marketing')
  const toggle = page.getByRole('switch', { name: /uno/ })
  await expect(toggle).toBeChecked()
  const update = /\/api\/admin\/image\/update/
  const release = await holdCalls(page, update, 'POST')
  const shownAgain = page.waitForResponse(
    (answer) => update.test(answer.url()) && answer.request().postDataJSON().state,
  )
  await toggle.click()
  await expect(toggle).toHaveText(/^Oculto/)
  // While a change is being saved, the last press counts.
  await toggle.click()
  await expect(toggle).toHaveText(/^Visible/)
  release()
  await shownAgain
  await toggle.click()
  await expect(toggle).toHaveText(/^Oculto/)
  await expect
    .poll(() => saved(database))
    .toEqual([
      { name: 'uno', state: false },
      { name: 'dos', state: true },
    ])

  await breakCall(page, update, 'POST', 'No se pudo.')
  await expectToast(page, { title: 'Error!', text: 'No se pudo.', ms: 1_500 }, () => toggle.click())
  await expect(toggle).toHaveText(/^Oculto/)
})

test('an image leads to a page of the shop, by its path or its whole address', async ({
  page,
  database,
  enter,
}) => {
  await fill(database, 'uno')
  await enter('/dashboard/carousel', 'Marketing')
  await page.getByRole('button', { name: 'Cambiar el enlace de uno: Sin enlace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enlace de la imagen' })
  const link = dialog.getByRole('textbox', { name: 'Enlace' })
  await link.fill('https://otra.example/tienda')
  await dialog.getByRole('button', { name: 'Actualizar' }).click()
  await expect(link).toHaveAccessibleDescription(
    /Escribe una dirección de esta tienda, por ejemplo \/tienda\./,
  )
  await link.fill(`${new URL(page.url()).origin}/tienda?solo=oferta`)
  await expectToast(page, { title: 'Actualizado', text: 'El enlace fue guardado.', ms: 1_500 }, () =>
    dialog.getByRole('button', { name: 'Actualizar' }).click(),
  )
  await expect(
    page.getByRole('button', { name: 'Cambiar el enlace de uno: /tienda?solo=oferta' }),
  ).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: 'uno' }).click()
  await expect(page).toHaveURL('/tienda?solo=oferta')
})

test('two buttons beside each image move it without dragging', async ({ page, database, enter }) => {
  await fill(database, 'uno', 'dos', 'tres')
  await enter('/dashboard/carousel', 'Marketing')
  const down = page.getByRole('button', { name: 'Bajar uno' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(order(page)).toHaveText(['1dos', '2uno', '3tres'])
  await expect(page.getByRole('status').filter({ hasText: 'uno está en la posición 2 de 3.' })).toBeAttached()
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(order(page)).toHaveText(['1dos', '2tres', '3uno'])
  await page.getByRole('button', { name: 'Subir tres' }).click()
  await expect(order(page)).toHaveText(['1tres', '2dos', '3uno'])
  await save(page).click()
  await expect.poll(() => names(database)).toEqual(['tres', 'dos', 'uno'])
})

test('an image is deleted after a question, and not when the answer is no', async ({
  page,
  database,
  enter,
}) => {
  await fill(database, 'uno', 'dos', 'tres')
  await enter('/dashboard/carousel', 'Marketing')
  const question = page.getByRole('alertdialog', { name: '¿Estás seguro de borrar la imagen?' })
  await page.getByRole('button', { name: 'Borrar dos' }).click()
  await expect(question.getByText('No podrás revertir esto.!', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(shown(page)).toHaveText(['uno', 'dos', 'tres'])

  await page.getByRole('button', { name: 'Borrar dos' }).click()
  await expectToast(page, { title: 'Borrado!', text: 'La imagen fue borrada.', ms: 1_500 }, () =>
    question.getByRole('button', { name: 'Si, borrar esto!' }).click(),
  )
  await expect(shown(page)).toHaveText(['uno', 'tres'])

  await database.deleteFrom('carousel_images').where('name', '=', 'tres').execute()
  await page.getByRole('button', { name: 'Borrar tres' }).click()
  await question.getByRole('button', { name: 'Si, borrar esto!' }).click()
  await expectAlertDialog(page, 'Error!', 'No encontramos lo que buscas.')
  await expect(shown(page)).toHaveText(['uno'])
})

test('the order is changed by keyboard and by pointer, and a toast confirms saving', async ({
  page,
  database,
  enter,
}) => {
  await fill(database, 'uno', 'dos', 'tres')
  // A script sets the styles of moving rows: the content security policy must not object.
  const refused: string[] = []
  page.on('console', (line) => /Content Security Policy/.test(line.text()) && refused.push(line.text()))
  await enter('/dashboard/carousel')
  await expect(order(page)).toHaveText(['1uno', '2dos', '3tres'])
  await moveFirstDown(page)
  await expect(order(page)).toHaveText(['1dos', '2uno', '3tres'])
  await expect(page.getByText('Hay cambios sin guardar.')).toBeVisible()

  const [from, to] = [await order(page).nth(2).boundingBox(), await order(page).first().boundingBox()]
  await page.mouse.move(from!.x + 20, from!.y + 20)
  await page.mouse.down()
  // A drag begins after five pixels.
  await page.mouse.move(from!.x + 20, from!.y + 24)
  await expect(order(page).nth(2)).not.toHaveAttribute('aria-pressed', 'true')
  await page.mouse.move(from!.x + 20, from!.y + 10)
  await page.mouse.move(to!.x + 20, to!.y + 10, { steps: 8 })
  await page.mouse.up()
  await expect(order(page)).toHaveText(['1tres', '2dos', '3uno'])
  expect(await names(database)).toEqual(['uno', 'dos', 'tres'])

  const unsaved = page.getByText('Hay cambios sin guardar.')
  // dnd-kit swallows clicks for 50 ms after a drop.
  const saveOnce = () =>
    expect(async () => {
      await save(page).click()
      await expect(unsaved).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
  await expectToast(page, { title: 'Orden guardado', ms: 1_500 }, saveOnce)
  expect(await names(database)).toEqual(['tres', 'dos', 'uno'])
  expect(refused).toEqual([])
})

test('saving the order of an outdated list is refused and shows the current list', async ({
  page,
  database,
  enter,
  request,
}) => {
  const [uno, dos, tres] = await fill(database, 'uno', 'dos', 'tres')
  const { token } = await enter('/dashboard/carousel', 'Marketing')
  await moveFirstDown(page)
  await expect(order(page)).toHaveText(['1dos', '2uno', '3tres'])
  await request.post('/api/admin/update-order-carousel', {
    headers: { 'x-access-token': token },
    data: { data: [tres, uno, dos].map((_id, at) => ({ _id, position: at + 1 })) },
  })
  await save(page).click()
  await expectAlertDialog(page, 'Error!', 'La lista de imágenes cambió. Revísala e intenta nuevamente.')
  await expect(order(page)).toHaveText(['1tres', '2uno', '3dos'])
  expect(await names(database)).toEqual(['tres', 'uno', 'dos'])
})
