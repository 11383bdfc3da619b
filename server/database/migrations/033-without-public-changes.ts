import { type Kysely, sql } from 'kysely'

/** Removes what migration 024 added: public answers are kept for a second, whatever changes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The version before goes on without its cache, which it uses only while it can read the changes. */
export const compatible = true

const TRIGGERS: Record<string, string[]> = {
  products: [
    'note_stock',
    'note_emptied',
    'note_changed',
    'note_changed_silently',
    'note_other',
    'note_emptied_table',
  ],
  categories: ['note_renamed', 'note_other', 'note_emptied_table'],
  suppliers: ['note_renamed', 'note_other', 'note_emptied_table'],
  carousel_images: ['note_change'],
}

const statements = [
  ...Object.entries(TRIGGERS).flatMap(([table, names]) =>
    names.map((name) => `drop trigger ${name} on ${table}`),
  ),
  ...['note_stock', 'note_product', 'note_other_products', 'note_all', 'note_carousel'].map(
    (name) => `drop function ${name}()`,
  ),
  // An import by a server of the version before calls it.
  `create or replace function note_all_changes() returns void language sql as ''`,
  'drop table public_changes',
]
