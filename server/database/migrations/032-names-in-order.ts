import { type Kysely, sql } from 'kysely'

/** An index that has all that the order of names needs which begin with a search. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The version before it looks for names only among what is sold. */
export const compatible = true

const statements = [
  'drop index products_by_search_name',
  `create index products_by_search_name on products (search_name) include (sort_key, id, stock_level)
    where retired_at is null`,
]
