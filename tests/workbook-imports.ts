import { sql } from 'kysely'
import { expect } from 'vitest'
import type { CallInput } from '#contract/call.ts'
import { importCalls } from '#contract/imports.ts'
import { type Product, productCalls } from '#contract/products.ts'
import { placeOrder } from '#server/features/orders/purchase/place-order.ts'
import type { TestApp } from './app.ts'
import { makeUser, SHIPPING } from './factories.ts'
import { multipart } from './images.ts'
import { type Cells, HEADER, row, workbook } from './workbooks.ts'

/** The category and laboratory of `makeProduct`. */
export const NAMES = { Categoría: 'Dolor y fiebre', Laboratorio: 'Laboratorio Andino' }
/** A row of an existing product, which changes nothing but what `cells` say. */
export const rowOf = (
  product: { barcode: string; tradename: string; cost: number; stock: number },
  cells: Cells = {},
) =>
  row({
    ...NAMES,
    'Código de barras': product.barcode,
    Nombre: product.tradename,
    Precio: product.cost,
    Stock: product.stock,
    ...cells,
  })

/** The steps of an administrator with workbooks, and events that happen to their products meanwhile. */
export function openImports({ database, send }: TestApp, token: string) {
  /** A workbook with the columns that its rows use. */
  async function form(rows: Cells[], texts: Record<string, string> = {}) {
    const header = HEADER.filter((name) => rows.some((cells) => cells[name] !== undefined))
    return multipart(texts, ['fileExcel', await workbook(rows, header), 'productos.xlsx'])
  }
  const upload = async (rows: Cells[], texts?: Record<string, string>) =>
    send(importCalls.uploadProducts, { form: await form(rows, texts), token })
  async function preview(rows: Cells[], texts?: Record<string, string>) {
    const { status, body } = await send(importCalls.previewImport, { form: await form(rows, texts), token })
    expect(status).toBe(201)
    return body.data
  }
  const save = (id: string, body: CallInput<typeof importCalls.saveImport>['body'] = {}) =>
    send(importCalls.saveImport, { params: { id }, body, token })
  const get = async (id: string) => (await send(importCalls.getImport, { params: { id }, token })).body.data
  const read = async (id: string): Promise<Product> =>
    (await send(productCalls.getProduct, { params: { id }, token })).body.data
  const changesOf = async (importId: string) => {
    type Fields = Record<string, unknown>
    const { rows } = await sql<{ product_id: string; before: Fields | null; after: Fields; version: number }>`
      select product_id, before, after, version from product_import_changes where import_id = ${importId} order by product_id`.execute(
      database,
    )
    return rows
  }
  const stockOf = (id: string) =>
    database
      .selectFrom('products')
      .select(['stock', 'counted_stock', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  async function sell(productId: string, quantity: number) {
    const buyer = await makeUser(database)
    await database
      .insertInto('cart_lines')
      .values({ user_id: buyer.id, product_id: productId, quantity })
      .execute()
    const shownLines = [{ productId, quantity }]
    await placeOrder(database, { userId: buyer.id, details: SHIPPING, shownLines, idempotencyKey: null })
  }

  async function edit(product: Product, changes: object) {
    const { _id, photo: _, ...fields } = { ...product, ...changes }
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    const { status } = await send(productCalls.updateProduct, {
      params: { id: _id },
      form: multipart(texts),
      token,
    })
    expect(status).toBe(200)
  }
  return { form, upload, preview, save, get, read, changesOf, stockOf, sell, edit }
}
