import { type Kysely, sql } from 'kysely'

/** The version before this migration uploads no backups, and doesn't use the column. */
export const compatible = true

/** Whether the bucket has the last backup; null without a bucket (docs/product.md#backups). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table backup_state add column uploaded boolean`.execute(database)
}
