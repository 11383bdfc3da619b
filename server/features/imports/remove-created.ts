import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { recordDeleted } from '../products/audit-products.ts'

/** Deletes locked products that were never ordered, with their cart lines and barcodes. */
export async function removeProducts(tx: Tx, ids: string[], actor: Actor) {
  await recordDeleted(tx, actor, ids)
  await sql`delete from products where id = any(${ids}::uuid[])`.execute(tx)
}

/** The tables of names; `unused` is the condition that no manual entry would be lost. */
const TABLES = [
  {
    table: 'categories',
    kind: 'category',
    field: 'category',
    reference: sql`category_id`,
    unused: sql`not exists (select from user_interests where category_id = named.id)`,
  },
  {
    table: 'suppliers',
    kind: 'supplier',
    field: 'laboratory',
    reference: sql`supplier_id`,
    unused: sql`address = '' and contact = '' and phone = ''`,
  },
] as const

/**
 * The ids of the categories and laboratories that an import created: names of its products whose id, which contains the time, isn't older
 * than the import.
 */
export async function findCreatedNames(tx: Tx, importId: string): Promise<string[]> {
  const ids = await Promise.all(
    TABLES.map(async ({ table, field }) => {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)}
        where id >= (
            select (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
            from product_imports where id = ${importId}
          )
          and name_key in (
            select fold(after->>${sql.lit(field)}) from product_import_changes where import_id = ${importId}
          )`.execute(tx)
      return rows.map(({ id }) => id)
    }),
  )
  return ids.flat()
}

/**
 * Deletes the given categories and laboratories without products. The caller must hold the catalogue's lock, so that no product gets one
 * meanwhile.
 *
 * @returns how many
 */
export async function removeEmptyNames(tx: Tx, ids: string[], actor: Actor): Promise<number> {
  let removed = 0
  for (const { table, kind, reference, unused } of TABLES) {
    const { rows } = await sql<{ id: string; name: string }>`
      delete from ${sql.table(table)} named
      where id = any(${ids}::uuid[]) and not exists (select from products where ${reference} = named.id) and ${unused}
      returning id, name`.execute(tx)
    const entries = rows.map(({ id, name }) => ({
      action: `${kind}.delete` as const,
      subject: { kind, id, label: name },
      before: { name },
    }))
    await recordAudit(tx, actor, ...entries)
    removed += rows.length
  }
  return removed
}
