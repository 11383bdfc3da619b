import { sql } from 'kysely'
import { lockCatalog, tryLockImport } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { CHUNK_SIZE, chunks } from './chunks.ts'
import { lockSavedImport } from './lock-import.ts'
import { importRunning } from './one-import.ts'
import { findCreatedNames, removeEmptyNames, removeProducts } from './remove-created.ts'
import { type LeftProduct, restoreProducts } from './restore-products.ts'

type UndoneImport = {
  restored: number
  removed: number
  left: LeftProduct[]
  /** Number of the import's categories and laboratories that were deleted, because no product has them any more. */
  removedNames: number
}

/**
 * Undoes a saved import in one transaction (docs/product.md#import-history): restores the fields that it changed, and deletes
 * the products that it created. A product that was touched since is left as it is.
 *
 * @throws Refusal NOT_FOUND; IMPORT_STATE when it was undone or has expired; TOO_MANY while an import runs
 */
export function undoImport(database: Db, { id, actor }: { id: string; actor: Actor }): Promise<UndoneImport> {
  return inTransaction(database, async (tx) => {
    if (!(await tryLockImport(tx))) throw importRunning()
    await lockCatalog(tx, 'exclusive')
    const { fileName } = await lockSavedImport(tx, id)
    const { created, changed, left } = await sortProducts(tx, id)
    const names = await findCreatedNames(tx, id)
    // Created products are deleted first: a restored product may need the barcode of one.
    for (const chunk of chunks(created)) await removeProducts(tx, chunk, actor)
    let restored = 0
    for (const chunk of chunks(changed)) {
      const withTakenBarcode = await restoreProducts(tx, { importId: id, ids: chunk, actor })
      restored += chunk.length - withTakenBarcode.length
      left.push(...withTakenBarcode)
    }
    const removedNames = await removeEmptyNames(tx, names, actor)
    await sql`delete from product_import_changes where import_id = ${id}`.execute(tx)
    await sql`update product_imports set state = 'undone', undone_at = now() where id = ${id}`.execute(tx)
    const removed = created.length
    await recordAudit(tx, actor, {
      action: 'product.import-undo',
      subject: { kind: 'workbook', id, label: fileName },
      after: { restored, removed, left: left.length },
    })
    return { restored, removed, left, removedNames }
  })
}

type Sorted = { created: string[]; changed: string[]; left: LeftProduct[] }

/**
 * Divides the import's products, which must be locked, into untouched and changed since. A sale counts as a change only if the import set
 * the stock.
 */
async function sortProducts(tx: Tx, importId: string): Promise<Sorted> {
  const sorted: Sorted = { created: [], changed: [], left: [] }
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<Omit<LeftProduct, 'reason'> & { created: boolean; reason: string | null }>`
      select p.id as "productId", coalesce(nullif(p.barcode, ''), p.own_code) as barcode, p.tradename as name, c.before is null as created,
        case
          when p.version <> c.version and exists (
            select from product_import_changes later
            where later.product_id = p.id and later.import_id <> c.import_id and later.version > c.version
          ) then 'Otra importación lo cambió después.'
          when p.version <> c.version then 'Se editó después.'
          when p.stock < (c.after->>'stock')::integer then 'Se vendió después.'
          when p.stock > (c.after->>'stock')::integer then 'Su stock cambió después.'
          when c.before is null and exists (select from order_lines where product_id = p.id) then 'Está en un pedido.'
        end as reason
      from product_import_changes c join products p on p.id = c.product_id
      where c.import_id = ${importId} and c.product_id > ${last} order by c.product_id limit ${sql.lit(CHUNK_SIZE)}`.execute(
      tx,
    )
    for (const { created, reason, ...product } of rows) {
      if (reason) sorted.left.push({ ...product, reason })
      else sorted[created ? 'created' : 'changed'].push(product.productId)
    }
    const next = rows.at(-1)?.productId
    if (!next || rows.length < CHUNK_SIZE) return sorted
    last = next
  }
}
