import { type Kysely, sql } from 'kysely'

/** The version before this migration doesn't use the table. */
export const compatible = true

/** The result of the last backup that the shop made by itself, which every server answers (docs/product.md#backups). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table backup_state (
    id boolean primary key default true check (id),
    on_since timestamptz not null default now(),
    tried_at timestamptz,
    attempt text not null default '',
    made_at timestamptz,
    name text not null default '',
    proved boolean not null default false,
    error text not null default '',
    scratch text not null default ''
  )`.execute(database)
}
