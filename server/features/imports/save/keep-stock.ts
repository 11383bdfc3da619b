import { sql } from 'kysely'
import type { ImportReport } from '#contract/import-report.ts'
import { lockCatalog } from '../../../database/catalog-lock.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { changeLocked } from '../../products/change-locked.ts'
import { chunks } from '../rows/workbook-rows.ts'
import { findImport } from './import-store.ts'
import { lockSavedImport } from './undo-import.ts'

type KeptStock = {
  report: ImportReport
  /** Number of products whose stock was taken back; 0 the second time. */
  takenBack: number
  /** Number of products whose stock was counted again since, and stays. */
  left: number
}

/**
 * Subtracts what a saved import added to the stock of products sold since their count, so that later
 * sales stay subtracted. A second call changes nothing.
 *
 * @throws Refusal NOT_FOUND; IMPORT_STATE when the import was undone or has expired
 */
export function keepStock(database: Db, { id, actor }: { id: string; actor: Actor }): Promise<KeptStock> {
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'exclusive')
    const { fileName, stockKept, ...saved } = await lockSavedImport(tx, id)
    const restocks = stockKept ? [] : saved.restocks
    let takenBack = 0
    for (const chunk of chunks(restocks)) takenBack += await takeBack(tx, id, chunk, actor)
    if (restocks.length > 0) {
      await sql`
        update product_imports set report = jsonb_set(report, '{stockKept}', 'true') where id = ${id}`.execute(
        tx,
      )
      await recordAudit(tx, actor, {
        action: 'product.import-stock',
        subject: { kind: 'workbook', id, label: fileName },
        after: { products: takenBack },
      })
    }
    return { report: (await findImport(tx, id))!, takenBack, left: restocks.length - takenBack }
  })
}

type Restock = ImportReport['restocks'][number]

/**
 * Takes the stock back for products that were last counted by the import.
 *
 * @returns the number of products
 */
async function takeBack(tx: Tx, importId: string, restocks: Restock[], actor: Actor): Promise<number> {
  const raised = sql`jsonb_to_recordset(${JSON.stringify(restocks)}::jsonb)
    as raised ("productId" uuid, counted integer, before integer, after integer)`
  const { rows } = await sql<{ id: string }>`
    select p.id from ${raised} join products p on p.id = raised."productId"
    join product_import_changes c on c.import_id = ${importId} and c.product_id = p.id
    where p.counted_stock = raised.after and not exists (
      select from product_import_changes later
      where later.product_id = p.id and later.version > c.version and later.after ? 'stock'
    )`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await changeLocked(tx, ids, { cause: 'undo', reference: importId, actor }, () =>
    sql`
    with changed as (
      update products p set stock = greatest(0, p.stock - (raised.after - raised.before)), counted_stock = raised.counted,
        version = p.version + 1, updated_at = now()
      from ${raised} where p.id = raised."productId" and p.id = any(${ids}::uuid[])
      returning p.id, p.version, raised.before
    )
    -- So that the import can still be undone.
    update product_import_changes c
    set version = changed.version, after = c.after || jsonb_build_object('stock', changed.before)
    from changed where c.import_id = ${importId} and c.product_id = changed.id and c.version = changed.version - 1`.execute(
      tx,
    ),
  )
  return ids.length
}
