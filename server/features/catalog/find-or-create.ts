import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

/**
 * The ids of categories or suppliers by name, case and accents aside; a name that is new is made (design §2.19). In the order
 * of the names.
 */
export async function findOrCreateByName(
  tx: Tx,
  table: 'categories' | 'suppliers',
  names: readonly string[],
): Promise<string[]> {
  // In the index's order, so that two transactions that make the same names don't wait for each other in a circle.
  await sql`
    insert into ${sql.table(table)} (name)
    select name from (select distinct on (fold(name)) name, fold(name) as key from unnest(${names}::text[]) name) given
    where not exists (select from ${sql.table(table)} where name_key = given.key)
    order by key
    on conflict (name_key) do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select known.id from unnest(${names}::text[]) with ordinality as given (name, place)
    join ${sql.table(table)} known on known.name_key = fold(given.name)
    order by place`.execute(tx)
  return rows.map(({ id }) => id)
}
