import { type Kysely, sql } from 'kysely'

/** The version before neither reads nor writes the tables. */
export const compatible = true

/** Products of lists without codes, which are recognised by name, and the codes assigned to new products. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

const STATEMENTS = [
  `create table import_names (
    -- The digest of the list's headings.
    source text not null,
    -- Name, content and laboratory of a row, as domain/product-name.ts writes them.
    identity text not null,
    product_id uuid not null references products on delete cascade,
    primary key (source, identity)
  )`,
  'create index import_names_by_product on import_names (product_id)',
  // A number is never given twice, even if its product is deleted.
  `create table given_codes (
    number integer generated always as identity primary key,
    given_at timestamptz not null default now()
  )`,
]
