import { type Kysely, sql } from 'kysely'

/** Adds a table only. */
export const compatible = true

/** The payment proofs that didn't match their orders (docs/product.md#payment-proof). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table rejected_proofs (
    order_id uuid not null references orders on delete cascade,
    rejected_at timestamptz not null default clock_timestamp(),
    photo text not null check (photo <> ''),
    digest text,
    reason text not null check (reason <> ''),
    actor_id uuid references users on delete set null,
    primary key (order_id, rejected_at)
  )`.execute(database)
  await sql`create index rejected_proofs_by_photo on rejected_proofs (photo)`.execute(database)
  await sql`create index rejected_proofs_by_actor on rejected_proofs (actor_id) where actor_id is not null`.execute(
    database,
  )
}
