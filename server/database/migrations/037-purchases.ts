import { type Kysely, sql } from 'kysely'

/** The version before this migration writes neither the cause nor the table. */
export const compatible = true

/** Adds the cause of goods that arrived from a supplier, and the quantities to order that people have typed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Not valid: the rows so far have the fewer causes of before, and aren't read again.
  await sql`
    alter table stock_movements drop constraint stock_movements_cause_check,
      add constraint stock_movements_cause_check check (cause in
        ('opening', 'sale', 'cancellation', 'reopening', 'form', 'count', 'arrival', 'import', 'undo', 'other')) not valid`.execute(
    database,
  )
  await sql`
    create table purchase_quantities (
      product_id uuid primary key references products on delete cascade,
      quantity integer not null check (quantity >= 0)
    )`.execute(database)
}
