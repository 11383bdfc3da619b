import { type Kysely, sql } from 'kysely'

/** Each person's own settings of the back office. An older version can work without this table. */
export const compatible = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table desks (
      user_id uuid primary key references users on delete cascade,
      settings jsonb not null
    )`)
    .execute(database)
}
