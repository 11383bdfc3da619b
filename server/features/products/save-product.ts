import { type Selectable, sql } from 'kysely'
import type { ProductForm } from '#contract/products.ts'
import { conditionOfFlags, flagsOf } from '#domain/sale-condition.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Database, Db, Tx } from '../../database/schema.ts'
import { queueImageRemovals } from '../../images/image-removals.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { refuseName } from '../../refusals/refuse-taken.ts'
import type { Actor } from '../audit/record-audit.ts'
import { findOrCreateNames } from '../categories-and-suppliers/find-or-create.ts'
import type { NamedLot } from '../stock/lots.ts'
import { recordStock } from '../stock/move-stock.ts'
import { recordCreated } from './audit-products.ts'
import { changeLocked } from './change-locked.ts'
import { columnValues } from './column-values.ts'
import { holdProducts } from './hold-products.ts'
import { findProduct } from './queries.ts'
import { stockOfVersion } from './stock-of-version.ts'

const TAKEN = {
  code: 'BARCODE_TAKEN',
  field: 'barcode',
  indexes: { products_by_own_code: { code: 'OWN_CODE_TAKEN', field: 'ownCode' } },
} as const

/**
 * Creates a product, and its category and laboratory if their names are new.
 *
 * @param photo the image's name, empty for none
 * @throws Refusal BARCODE_TAKEN, OWN_CODE_TAKEN
 */
export function createProduct(
  database: Db,
  { form, photo, actor }: { form: ProductForm; photo: string; actor: Actor },
): Promise<{ id: string }> {
  const insert = inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const product = await tx
      .insertInto('products')
      .values({
        ...columnValues(completed(form), await findOrCreateNames(tx, [form], actor)),
        photo,
        stock: form.stock,
        counted_stock: form.stock,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordStock(tx, new Map([[product.id, { stock: 0 }]]), { cause: 'form', actor })
    await holdProducts(tx, [product.id])
    await recordCreated(tx, actor, [product.id])
    return product
  })
  return refuseName(insert, TAKEN)
}

type ProductUpdate = { id: string; form: ProductForm; photo?: string; actor: Actor }

/**
 * Updates a product; an outdated version is refused. Sales don't change the version: the form changes the stock by a difference, and
 * without a version it can't change the stock of an ordered product (`productBody.version`).
 *
 * @param photo the new image's name; absent: the old image stays
 * @returns the units that the new stock takes from lots
 * @throws Refusal NOT_FOUND, PRODUCT_CHANGED, BARCODE_TAKEN, OWN_CODE_TAKEN
 */
export function updateProduct(database: Db, { id, form, photo, actor }: ProductUpdate): Promise<NamedLot[]> {
  const update = inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const ids = await findOrCreateNames(tx, [form], actor)
    const current = await tx
      .selectFrom('products')
      .select(['version', 'stock', 'photo', 'sale_condition', 'own_code', 'therapeutic_action', 'cold_chain'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!current) throw new Refusal('NOT_FOUND')
    const values = columnValues(completed(form, current), ids)
    const stock = await stockToSave(tx, form, { id, ...current })
    if (stock === null) throw new Refusal('PRODUCT_CHANGED', { data: await findProduct(tx, id) })
    const lowered = await changeLocked(tx, [id], { cause: 'form', actor }, () =>
      tx
        .updateTable('products')
        .set({
          ...values,
          stock: stock.saved,
          ...(stock.counted !== undefined && { counted_stock: stock.counted }),
          ...(photo !== undefined && { photo }),
          version: current.version + 1,
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .execute(),
    )
    if (photo !== undefined) await queueImageRemovals(tx, 'product', [current.photo])
    return lowered
  })
  return refuseName(update, TAKEN)
}

/** The stock to save, and the counted stock if staff changed the number; null for an outdated form. The product must be locked. */
async function stockToSave(
  tx: Tx,
  form: ProductForm,
  current: { id: string; version: number; stock: number },
): Promise<{ saved: number; counted?: number } | null> {
  // Without a version, the form's original stock is unknown, and sold units must not come back.
  if (form.version === undefined) {
    if (form.stock === current.stock) return { saved: form.stock }
    return (await wasOrdered(tx, current.id)) ? null : { saved: form.stock, counted: form.stock }
  }
  return stockOfVersion(form.version, form.stock, current)
}

/** Whether any order, also a cancelled one, has moved the product's stock. */
async function wasOrdered(tx: Tx, productId: string): Promise<boolean> {
  const { rows } = await sql`select from order_lines where product_id = ${productId} limit 1`.execute(tx)
  return rows.length > 0
}

type Kept = Pick<
  Selectable<Database['products']>,
  'sale_condition' | 'own_code' | 'therapeutic_action' | 'cold_chain'
>

/** The form with its condition of sale, from which the flags follow, and the fields that a form may leave out. */
function completed(form: ProductForm, current?: Kept) {
  const saleCondition = form.saleCondition ?? conditionOfFlags(form, current?.sale_condition)
  const ownCode = form.ownCode ?? current?.own_code ?? ''
  const therapeuticAction = form.therapeuticAction ?? current?.therapeutic_action ?? ''
  const coldChain = form.coldChain ?? current?.cold_chain ?? false
  return { ...form, ownCode, therapeuticAction, coldChain, saleCondition, ...flagsOf(saleCondition) }
}
