import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { MAX_STOCK } from '#contract/fields.ts'
import { type BatchItem, type BatchResult, batchItem } from '#contract/product-batch.ts'
import { barcodeKeys } from '#domain/barcodes.ts'
import type { Scope } from '#domain/scopes.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { MachineActor, StaffActor } from '../../http/serve.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { changeLocked } from './change-locked.ts'
import { endDiscounts } from './dated-discounts.ts'
import { idOfCode } from './queries.ts'

type Batch = {
  /** The items as sent; a valid one is a {@link BatchItem}. */
  items: readonly unknown[]
  idempotencyKey: string | null
  actor: StaffActor | MachineActor
}

/**
 * Changes stock and prices of many products: an item that can't be saved is refused by itself. A repeated
 * idempotency key gets the first answer and changes nothing.
 *
 * @returns a result for each item, in their order
 * @throws Refusal KEY_REUSED for an idempotency key that was used with other items
 */
export function saveBatch(database: Db, { items, idempotencyKey, actor }: Batch): Promise<BatchResult[]> {
  const batch = { items, actor }
  return inTransaction(database, async (tx) =>
    idempotencyKey === null ? saveItems(tx, batch) : saveOnce(tx, idempotencyKey, batch),
  )
}

type Items = Pick<Batch, 'items' | 'actor'>

/** Saves a batch with its answer. A parallel request with the same key waits for the answer at the insert. */
async function saveOnce(tx: Tx, key: string, batch: Items): Promise<BatchResult[]> {
  const actorId = 'userId' in batch.actor ? batch.actor.userId : batch.actor.keyId
  const digest = createHash('sha256').update(JSON.stringify(batch.items)).digest()
  await sql`
    delete from batch_answers where actor_id = ${actorId} and idempotency_key = ${key}
      and created_at < now() - interval '24 hours'`.execute(tx)
  const { rows: added } = await sql`
    insert into batch_answers (actor_id, idempotency_key, body_digest) values (${actorId}, ${key}, ${digest})
    on conflict do nothing returning 1`.execute(tx)
  if (added.length === 0) {
    const { rows } = await sql<{ answer: BatchResult[]; isSame: boolean }>`
      select answer, body_digest = ${digest} as "isSame" from batch_answers
      where actor_id = ${actorId} and idempotency_key = ${key}`.execute(tx)
    if (!rows[0]?.isSame) throw new Refusal('KEY_REUSED')
    return rows[0].answer
  }
  const results = await saveItems(tx, batch)
  await sql`
    update batch_answers set answer = ${JSON.stringify(results)}
    where actor_id = ${actorId} and idempotency_key = ${key}`.execute(tx)
  return results
}

type Product = {
  id: string
  stock: number
  /** As last counted; null for a product that nobody counted. */
  counted: number | null
  cost: number
  discount: number
}

async function saveItems(tx: Tx, { items, actor }: Items): Promise<BatchResult[]> {
  const read = items.map((item) => readItem(item, actor))
  await lockCatalog(tx, 'shared')
  const products = await lockProducts(
    tx,
    read.flatMap(({ item }) => item?.barcode ?? []),
  )
  const changed = new Map<string, Product>()
  const results = read.map(({ item, result }): BatchResult => {
    if (!item) return result
    const { barcode } = result
    if (barcodeKeys(item.barcode).length > 1)
      return refused(barcode, 'Envía un solo código de barras por producto.')
    const found = products.get(item.barcode)
    if (!found) return { barcode, status: 'unknown' }
    const before = changed.get(found.id) ?? found
    const after = changeOf(before, item)
    if (after.stock < 0) return { ...refused(barcode, `Quedan ${before.stock}.`), stock: before.stock }
    if (after.stock > MAX_STOCK)
      return { ...refused(barcode, 'El stock no puede pasar de 1.000.000.'), stock: before.stock }
    changed.set(found.id, after)
    if (!differs(before, after)) return { barcode, status: 'unchanged', stock: before.stock }
    return { barcode, status: 'saved', stock: after.stock }
  })
  const originals = new Map([...products.values()].map((product) => [product.id, product]))
  const rows = [...changed.values()].filter((product) => {
    const original = originals.get(product.id)!
    return differs(original, product) || original.counted !== product.counted
  })
  const lowered = await writeProducts(tx, { rows, originals, actor })
  for (const lot of lowered) {
    const place = read.findLastIndex(({ item }) => item && products.get(item.barcode)?.id === lot.productId)
    const { lot: code, expires, units } = lot
    const result = results[place]!
    result.lots = [...(result.lots ?? []), { lot: code, expires, units }]
  }
  return results
}

const refused = (barcode: string, message: string): BatchResult => ({ barcode, status: 'refused', message })

/** An item, or the result for one that is refused before its product is looked up. */
function readItem(
  sent: unknown,
  actor: StaffActor | MachineActor,
): { item?: BatchItem; result: BatchResult } {
  const given = typeof sent === 'object' && sent !== null && 'barcode' in sent ? sent.barcode : ''
  const barcode = typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, 80) : ''
  const { data, error } = batchItem.safeParse(sent)
  if (error) return { result: refused(barcode, error.issues[0]?.message ?? '') }
  const missing = 'scopes' in actor ? missingScope(data, actor.scopes) : undefined
  if (missing) return { result: refused(barcode, `La clave no tiene el permiso ${missing}.`) }
  return { item: data, result: { barcode, status: 'unchanged' } }
}

/** The scope that an item's fields need and the key doesn't have. */
function missingScope({ stock, stockChange, cost, discount }: BatchItem, scopes: readonly Scope[]) {
  const needed: Scope[] = [
    ...(stock !== undefined || stockChange !== undefined ? ['stock:write' as const] : []),
    ...(cost !== undefined || discount !== undefined ? ['products:write' as const] : []),
  ]
  return needed.find((scope) => !scopes.includes(scope))
}

/** Locks the products of barcodes or own codes, in the order in which purchases lock them. */
async function lockProducts(tx: Tx, codes: readonly string[]): Promise<Map<string, Product>> {
  const { rows } = await sql<Product & { codes: string[] }>`
    with found as materialized (
      select id as product_id, array_agg(distinct written) as codes
      from unnest(${codes}::text[]) written cross join lateral (select ${idOfCode(sql`written`)} as id) product
      group by id
    )
    select id, stock, counted_stock as counted, cost, discount, codes from products join found on product_id = id
    order by id for no key update of products`.execute(tx)
  return new Map(rows.flatMap(({ codes, ...product }) => codes.map((code) => [code, product] as const)))
}

/** A product after an item. Units of the cash desk aren't sales of the shop, so the counted stock changes with the stock. */
function changeOf(product: Product, { stock, stockChange = 0, cost, discount }: BatchItem): Product {
  return {
    ...product,
    stock: stock ?? product.stock + stockChange,
    counted: stock ?? (product.counted === null ? null : Math.max(0, product.counted + stockChange)),
    cost: cost ?? product.cost,
    discount: discount ?? product.discount,
  }
}

const differs = (one: Product, other: Product) =>
  one.stock !== other.stock || one.cost !== other.cost || one.discount !== other.discount

async function writeProducts(
  tx: Tx,
  {
    rows,
    originals,
    actor,
  }: { rows: readonly Product[]; originals: ReadonlyMap<string, Product>; actor: Batch['actor'] },
) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return changeLocked(tx, ids, { cause: 'connection', actor }, async () => {
    // Otherwise a dated discount would replace the new one later.
    const discounted = ids.filter((id, at) => originals.get(id)!.discount !== rows[at]!.discount)
    if (discounted.length > 0) await endDiscounts(tx, discounted)
    await sql`
    update products set stock = new.stock, counted_stock = new.counted, cost = new.cost, discount = new.discount,
      version = version + ((products.stock, products.cost, products.discount) is distinct from (new.stock, new.cost, new.discount))::int,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as new (id uuid, stock int, counted int, cost int, discount numeric)
    where products.id = new.id`.execute(tx)
  })
}
