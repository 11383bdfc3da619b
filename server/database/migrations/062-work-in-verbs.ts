import { type Kysely, sql } from 'kysely'

/**
 * Removes the triggers that did the shop's work: movements of stock, mails of alerts, events, the mark of orders with a prescription, and
 * the search texts of renamed categories are written by the commands that cause them. Not compatible: sales of the version before would
 * be in no stock movement and no event. A database that the baseline made has none of them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

/** Trigger functions; `cascade` drops their triggers too. */
const TRIGGERS = [
  'record_stock_movement',
  'tell_stock_alerts',
  'queue_changed_order',
  'queue_changed_stock',
  'note_sent_prescription',
  'touch_category_products',
  'touch_supplier_products',
]

const STATEMENTS = [
  ...TRIGGERS.map((name) => `drop function if exists ${name}() cascade`),
  'drop function if exists queue_order_event(text, orders), queue_event(text, uuid, jsonb)',
  // No version that can migrate to this one calls the function.
  'drop function if exists prescribed_ingredient(text, text)',
]
