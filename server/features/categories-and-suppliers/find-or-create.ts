import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { idOfName } from './name-filter.ts'

/**
 * Finds categories or suppliers by name, ignoring case and accents, and creates the missing ones. A merged name finds what it was merged
 * into.
 *
 * @returns their ids by name
 */
export async function findOrCreateByName(
  tx: Tx,
  table: 'categories' | 'suppliers',
  given: readonly string[],
  actor: Actor,
): Promise<Map<string, string>> {
  const names = [...new Set(given)]
  // Inserts in the order of the index, so that two transactions that create the same names can't deadlock.
  const created = await sql<{ id: string; name: string }>`
    insert into ${sql.table(table)} (name)
    select name from (select distinct on (fold(name)) name, fold(name) as key from unnest(${names}::text[]) name) requested
    where ${idOfName(table, sql`requested.name`)} is null
    order by key
    on conflict (name_key) do nothing
    returning id, name`.execute(tx)
  const kind = table === 'categories' ? 'category' : 'supplier'
  const entries = created.rows.map(({ id, name }) => ({
    action: `${kind}.create` as const,
    subject: { kind, id, label: name },
    after: { name },
  }))
  await recordAudit(tx, actor, ...entries)
  const { rows } = await sql<{ name: string; id: string }>`
    select requested.name, found.id from unnest(${names}::text[]) requested (name)
    join ${sql.table(table)} found on found.id = ${idOfName(table, sql`requested.name`)}`.execute(tx)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** The ids of the products' categories and laboratories by name; names that don't exist are created. */
export const findOrCreateNames = async (
  tx: Tx,
  products: readonly { category?: unknown; laboratory?: unknown }[],
  actor: Actor,
) => ({
  categories: await findOrCreateByName(tx, 'categories', stated(products, 'category'), actor),
  suppliers: await findOrCreateByName(tx, 'suppliers', stated(products, 'laboratory'), actor),
})

const stated = <Field extends string>(products: readonly { [Key in Field]?: unknown }[], field: Field) =>
  products.flatMap((product) => (product[field] === undefined ? [] : String(product[field])))
