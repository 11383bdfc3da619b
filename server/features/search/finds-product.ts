import { type RawBuilder, sql } from 'kysely'
import { MAX_COUNTED } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { NOT_RETIRED } from '../products/queries.ts'

/** A search's condition on the table `products`. */
export type Condition = { matches: RawBuilder<unknown> }

/** Whether any product matches, regardless of filters. */
export const findsProduct = async (database: Db, condition: Condition): Promise<boolean> =>
  (await countMatches(database, [condition]))[0]! > 0

/**
 * How many products match each condition, up to {@link MAX_COUNTED}. A count, because PostgreSQL may scan the whole table to find the
 * first one.
 */
export async function countMatches(database: Db, conditions: Condition[]): Promise<number[]> {
  const counts = conditions.map(
    ({ matches }) => sql`(select count(*)::int from (
      select from products where ${matches} and ${NOT_RETIRED} limit ${sql.lit(MAX_COUNTED)}) found)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(
    database,
  )
  return rows[0]!.counts
}
