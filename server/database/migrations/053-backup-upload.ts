import { type Kysely, sql } from 'kysely'

/** The version before this migration uploads no backups, and doesn't use the columns. */
export const compatible = true

/**
 * Whether the bucket has the backups, null without a bucket, and whether the last finished attempt wrote none, which a later attempt under
 * way doesn't change (docs/product.md#backups).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table backup_state add column uploaded boolean, add column failed boolean not null default false`.execute(
    database,
  )
  await sql`update backup_state set failed = true where error <> '' and attempt <> name`.execute(database)
}
