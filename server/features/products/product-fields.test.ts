import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { auditCalls } from '#contract/audit.ts'
import { changesInWords } from '#contract/audit-words.ts'
import { importCalls } from '#contract/imports.ts'
import {
  type FieldKind,
  mapProductFields,
  PRODUCT_FIELDS,
  type ProductField,
  productFieldNames,
} from '#contract/product-fields.ts'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { type Cells, workbook } from '#tests/workbooks.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const BARCODE = '7800000000995'
const labelOf = (field: ProductField) => PRODUCT_FIELDS[field].label

const read = async (id: string) => (await send(productCalls.getProduct, { params: { id }, token })).body.data

async function upload(cells: Record<ProductField, Cells[string]>) {
  const row = Object.fromEntries(productFieldNames.map((field) => [labelOf(field), cells[field]]))
  const file = await workbook([row], productFieldNames.map(labelOf))
  const { body } = await send(importCalls.uploadProducts, {
    form: multipart({}, ['fileExcel', file, 'productos.xlsx']),
    token,
  })
  expect(body.data).toMatchObject({ updated: 1, created: 0, errors: [] })
}

/** The product's row of the exported workbook, by heading. */
async function exported() {
  const { body } = await send(productCalls.exportProducts, { query: {}, token })
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(body as unknown as Buffer)]))
  const [headings = [], cells = []] = sheet?.data ?? []
  return Object.fromEntries(headings.map((heading, index) => [heading, cells[index]]))
}

/** Another value than the template's example, as its cell and as the call answers it. */
const OTHER: Record<
  FieldKind,
  (example: string | number, label: string) => { cell: string | number; value: unknown }
> = {
  barcode: () => ({ cell: BARCODE, value: BARCODE }),
  // An import adds an own code and clears it, but never replaces it.
  code: (example) => ({ cell: example, value: example }),
  text: (_, label) => ({ cell: `${label} de otro`, value: `${label} de otro` }),
  name: (_, label) => ({ cell: `${label} de otro`, value: `${label} de otro` }),
  flag: (example) => ({ cell: example === 'SI' ? 'NO' : 'SI', value: example !== 'SI' }),
  condition: () => ({ cell: 'Venta directa', value: 'direct' }),
  pesos: () => ({ cell: 2490, value: 2490 }),
  percent: () => ({ cell: 25, value: 25 }),
  units: () => ({ cell: 7, value: 7 }),
}

test('every field of the table is saved by the form, exported, imported, cleared and audited', async () => {
  const examples = mapProductFields(({ kind, example }) =>
    kind === 'flag' ? String(example === 'SI') : kind === 'condition' ? 'simple' : String(example),
  )
  const { body } = await send(productCalls.createProduct, {
    form: multipart({ ...examples, barcode: BARCODE }),
    token,
  })
  const id = body.data._id
  const created = await read(id)
  expect(mapProductFields((_, field) => String(created[field]))).toEqual({ ...examples, barcode: BARCODE })

  const row = await exported()
  expect(mapProductFields(({ label }) => row[label])).toEqual({
    ...mapProductFields(({ example }) => example),
    barcode: BARCODE,
  })

  const other = mapProductFields(({ kind, example, label }) => OTHER[kind](example, label))
  await upload(mapProductFields((_, field) => other[field].cell))
  expect(await read(id)).toMatchObject(mapProductFields((_, field) => other[field].value))
  const audit = await send(auditCalls.listAudit, { query: { subject: id }, token })
  const changed = changesInWords(audit.body.data[0]!).map(({ field }) => field)
  expect(changed.toSorted()).toEqual(
    productFieldNames
      .filter((field) => field !== 'barcode' && field !== 'ownCode')
      .map(labelOf)
      .toSorted(),
  )

  await upload(mapProductFields(({ needed }, field) => (needed ? other[field].cell : '-')))
  expect(await read(id)).toMatchObject(
    mapProductFields(({ needed, empty }, field) => (needed ? other[field].value : empty)),
  )
})
