import { type RawBuilder, sql } from 'kysely'

/** A `where` clause, empty without conditions. */
export const where = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
