import { sql } from 'kysely'
import type { ImportProblem, ImportReport } from '#contract/import-report.ts'
import { PRODUCT_FIELDS, type ProductField } from '#contract/product-fields.ts'
import type { ProductValues } from '#contract/products.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { RefusedRow } from '#server/features/imports/rows/workbook-rows.ts'
import { readProductFields } from '#server/features/products/audit-products.ts'
import { makeCategory, makeProduct, makeSupplier } from './factories.ts'

type Fields = Partial<ProductValues>

type ImportValues = {
  state?: 'preview' | 'saved' | 'refused'
  fileName?: string
  actor?: { id: string; name: string }
  /** Of existing products, as the import sets them. */
  changes?: { id: string; fields: Fields }[]
  created?: NonNullable<Parameters<typeof makeProduct>[1]>[]
  /** Products whose raised stock can be taken back. */
  restocked?: string[]
  errors?: ImportProblem[]
  refused?: Omit<RefusedRow, 'problems'>[]
  /** How long ago it was. */
  age?: string
}

/** Writes products and an import as saving a workbook does, and returns the import's id and those of the new products. */
export function makeImport(database: Db, values: ImportValues) {
  return database.transaction().execute(async (tx) => {
    const { state = 'saved', fileName = 'precios.xlsx', actor, changes = [], created = [] } = values
    const { errors = [], refused = null, restocked = [], age = '0 seconds' } = values
    const { id } = await tx
      .insertInto('product_imports')
      .values({
        state,
        file_name: fileName,
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? 'Julia Soto',
        report: JSON.stringify({
          ...EMPTY,
          ...{ created: created.length, updated: changes.length, errors, refused: refused?.length ?? 0 },
        }),
        refused_rows: refused && JSON.stringify(refused),
        created_at: sql<Date>`now() - ${age}::interval`,
        saved_at: state === 'saved' ? sql<Date>`now() - ${age}::interval` : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const restocks: ImportReport['restocks'] = []
    for (const { id: productId, fields } of changes) {
      const before = await change(tx, id, productId, fields)
      if (restocked.includes(productId))
        restocks.push({
          ...{ productId, barcode: '', name: '', counted: Number(before.countedStock) },
          ...{ before: Number(before.stock), after: fields.stock ?? 0 },
        })
    }
    const ids: string[] = []
    for (const fields of created) {
      const product = await makeProduct(tx, fields)
      await sql`update products set counted_stock = stock where id = ${product.id}`.execute(tx)
      await addChange(tx, {
        id,
        productId: product.id,
        before: null,
        after: { stock: product.stock, ...fields },
      })
      ids.push(product.id)
    }
    await sql`
      update product_imports set report = report || ${JSON.stringify({ restocks })}::jsonb where id = ${id}`.execute(
      tx,
    )
    return { id, created: ids }
  })
}

const EMPTY: Partial<ImportReport> = {
  ...{ unchanged: 0, repeated: 0, sheets: [], errors: [], restocks: [], preview: null },
  ...{ withoutCategory: 0, withoutLaboratory: 0, withoutStock: 0, unitsUnderstood: 0, unitsMissing: 0 },
}

async function change(tx: Tx, id: string, productId: string, fields: Fields) {
  const all = (await readProductFields(tx, [productId])).get(productId) ?? {}
  const before: Record<string, unknown> = Object.fromEntries(
    Object.keys(fields).map((field) => [field, all[field]]),
  )
  if (fields.stock !== undefined) {
    const { counted_stock } = await tx
      .selectFrom('products')
      .select('counted_stock')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    before.countedStock = counted_stock
  }
  const { category, laboratory, ...plain } = fields
  const sets = [
    ...Object.entries(plain).map(
      ([field, value]) => sql`${sql.ref(PRODUCT_FIELDS[field as ProductField].column)} = ${value}`,
    ),
    ...(fields.stock === undefined ? [] : [sql`counted_stock = ${fields.stock}`]),
    ...(category === undefined ? [] : [sql`category_id = ${await makeCategory(tx, category)}`]),
    ...(laboratory === undefined ? [] : [sql`supplier_id = ${await makeSupplier(tx, laboratory)}`]),
    sql`version = version + 1`,
  ]
  await sql`update products set ${sql.join(sets)} where id = ${productId}`.execute(tx)
  await addChange(tx, { id, productId, before, after: fields })
  return before
}

type Change = { id: string; productId: string; before: object | null; after: object }

const addChange = (tx: Tx, { id, productId, before, after }: Change) =>
  sql`
    insert into product_import_changes (import_id, product_id, before, after, version)
    select ${id}, id, ${before && JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, version
    from products where id = ${productId}`.execute(tx)
