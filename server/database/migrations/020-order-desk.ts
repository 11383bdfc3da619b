import { type Kysely, sql } from 'kysely'

/** What staff need to work through orders: indexes of the filters, digests of payment proofs, notes (docs/product.md#orders-screen). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/**
 * The version before it never reads these. Proofs that it stores lack a digest; orders of a person whom it erases keep digest and
 * note until they are erased again.
 */
export const compatible = true

const statements = [
  // Size and SHA-256 of the decoded picture. Proofs that were stored before have none.
  'alter table orders add column proof_digest text',
  'create index orders_by_proof_digest on orders (proof_digest) where proof_digest is not null',

  // Staff's list of a status by moment and by total; the list of all statuses merges the three.
  'create index orders_by_status on orders (status, created_at, number)',
  'create index orders_by_status_and_total on orders (status, total, number)',
  // By the payment proof. A new order is in the first one only.
  'drop index orders_without_proof',
  "create index orders_without_proof on orders (status, created_at, number) where payment = ''",
  "create index orders_with_proof on orders (status, created_at, number) where payment <> ''",
  `create index orders_to_check on orders (created_at, number)
    where status = 'pending' and payment <> '' and proof_checked_at is null`,

  // Whether the customer sent a page of a prescription, also one whose image was removed since.
  'alter table orders add column prescription_sent boolean not null default false',
  'update orders set prescription_sent = true where id in (select order_id from order_prescriptions)',
  'create index orders_with_prescription on orders (status, created_at, number) where prescription_sent',
  `create function note_sent_prescription() returns trigger language plpgsql as $$
    declare changed uuid := coalesce(new.order_id, old.order_id);
    declare sent boolean := exists (select from order_prescriptions where order_id = changed);
    begin
      update orders set prescription_sent = sent where id = changed and prescription_sent <> sent;
      return null;
    end $$`,
  `create trigger note_sent after insert or delete on order_prescriptions for each row execute function note_sent_prescription()`,

  `create table order_notes (
    order_id uuid primary key references orders on delete cascade,
    note text not null check (note <> ''),
    author_id uuid references users on delete set null,
    -- Milliseconds, as the browser sends it back.
    written_at timestamptz not null default date_trunc('milliseconds', clock_timestamp())
  )`,
  'create index order_notes_by_author on order_notes (author_id) where author_id is not null',
]
