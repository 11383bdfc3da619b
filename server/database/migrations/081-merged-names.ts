import { type Kysely, sql } from 'kysely'

/** The version before neither reads nor writes the table. */
export const compatible = true

/** Categories and suppliers that were merged into another one: their old names still find it, and a merge can be undone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

const STATEMENTS = [
  `create table merged_names (
    -- The id that the category or supplier had, and has again after an undo.
    id uuid primary key,
    name text not null,
    name_key text not null generated always as (fold(name)) stored,
    -- Its other columns by name.
    fields jsonb not null,
    -- What it was merged into.
    category_id uuid references categories on delete cascade,
    supplier_id uuid references suppliers on delete cascade,
    check (num_nonnulls(category_id, supplier_id) = 1),
    -- What an undo gives back: products, earlier merges, and each changed coupon's list of before.
    products uuid[] not null,
    merges uuid[] not null,
    coupons jsonb not null default '{}',
    merged_at timestamptz not null default now()
  )`,
  'create unique index merged_categories_by_name on merged_names (name_key) where category_id is not null',
  'create unique index merged_suppliers_by_name on merged_names (name_key) where supplier_id is not null',
  'create index merged_names_by_category on merged_names (category_id)',
  'create index merged_names_by_supplier on merged_names (supplier_id)',
]
