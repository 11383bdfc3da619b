import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

async function download(call: typeof supplierCalls.exportSuppliers | typeof categoryCalls.exportCategories) {
  const { status, headers, body } = await send(call, { token })
  expect(status).toBe(200)
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(body as unknown as Buffer)]), { trim: false })
  return { name: headers['content-disposition'], rows: sheet?.data ?? [] }
}

test('suppliers and categories are exported with all their fields, by name', async () => {
  await makeProduct(database, { category: 'Vitaminas, minerales', laboratory: 'Zeta' })
  await makeProduct(database, { category: 'Vitaminas, minerales', laboratory: 'Ñandú/Labs' })
  const contact = { address: '=1+1', contact: 'Eva', phone: '+56 9', status: 'Inactivo' as const }
  await database
    .updateTable('suppliers')
    .set(contact)
    .where('id', '=', await makeSupplier(database, 'Ábaco'))
    .execute()
  await database
    .updateTable('categories')
    .set({ status: false })
    .where('id', '=', await makeCategory(database, 'Bebé'))
    .execute()
  const suppliers = await download(supplierCalls.exportSuppliers)
  expect(suppliers.rows).toEqual([
    ['Nombre', 'Dirección', 'Persona de contacto', 'Teléfono', 'Estado', 'Productos'],
    ['Ábaco', "'=1+1", 'Eva', "'+56 9", 'Inactivo', 0],
    ['Ñandú/Labs', 'Calle Uno 1', null, null, 'Activo', 1],
    ['Zeta', 'Calle Uno 1', null, null, 'Activo', 1],
  ])
  expect(suppliers.name).toMatch(/^attachment; filename="proveedores-\d{4}-\d\d-\d\d\.xlsx"$/)
  const categories = await download(categoryCalls.exportCategories)
  expect(categories.rows).toEqual([
    ['Nombre', 'Estado', 'Productos'],
    ['Bebé', 'Inactivo', 0],
    ['Vitaminas, minerales', 'Activo', 2],
  ])
  expect(categories.name).toMatch(/^attachment; filename="categorias-\d{4}-\d\d-\d\d\.xlsx"$/)
})

test.each([supplierCalls.exportSuppliers, categoryCalls.exportCategories])(
  'only administrators may make this call: $path',
  async (call) => {
    for (const role of ['Cliente', 'Marketing'] as const) {
      const { token } = await makeUser(database, { role })
      expect((await send(call, { token })).status).toBe(403)
    }
    expect((await send(call, {})).status).toBe(401)
  },
)
