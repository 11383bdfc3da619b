import { sql } from 'kysely'
import { lockCatalog } from '../../database/catalog-lock.ts'
import type { Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

const FOREIGN_KEY = { categories: sql`category_id`, suppliers: sql`supplier_id` }

type Rename = { table: 'categories' | 'suppliers'; id: string; name: string }

/**
 * Renames a category or supplier. A trigger rewrites the search text of its products, which are locked first, in the order of their ids,
 * like by orders.
 *
 * @throws Refusal NOT_FOUND
 */
export async function rename(tx: Tx, { table, id, name }: Rename) {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${id}`.execute(
    tx,
  )
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  if (rows[0].name === name) return
  await lockCatalog(tx, 'exclusive')
  await sql`
    select from products where ${FOREIGN_KEY[table]} = ${id} order by id for no key update`.execute(tx)
  await sql`update ${sql.table(table)} set name = ${name} where id = ${id}`.execute(tx)
}
