import { type Kysely, sql } from 'kysely'

/** The pages of the prescriptions that customers add to their orders (docs/product.md#prescription-of-an-order). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/**
 * The version before it never reads the table. A person whom it erases leaves their pages until the hourly sweep removes them
 * with their days.
 */
export const compatible = true

const statements = [
  // The photo is empty, and there is no digest, once its days are over: the row still says that a page was sent.
  `create table order_prescriptions (
    order_id uuid not null references orders on delete cascade,
    page integer not null check (page > 0),
    photo text not null,
    digest text,
    created_at timestamptz not null default now(),
    primary key (order_id, page),
    unique (order_id, digest)
  )`,
  "create index order_prescriptions_by_photo on order_prescriptions (photo) where photo <> ''",
  // For the hourly removal of the images whose days are over.
  "create index order_prescriptions_by_time on order_prescriptions (created_at) where photo <> ''",
]
