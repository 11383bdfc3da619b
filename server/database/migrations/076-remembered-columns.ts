import { type Kysely, sql } from 'kysely'

/**
 * One table for the columns that people assigned by hand. Not compatible: the version before reads them in the tables that are dropped
 * here.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

const STATEMENTS = [
  `create table remembered_columns (
    kind text not null check (kind in ('products', 'statement')),
    -- The headings of the whole table; empty where a heading means the same in every file.
    layout text not null,
    column_key text not null,
    -- Empty for a column that is left out.
    field text not null,
    primary key (kind, layout, column_key)
  )`,
  `insert into remembered_columns (kind, layout, column_key, field)
    select 'products', '', heading, field from workbook_headings`,
  `insert into remembered_columns (kind, layout, column_key, field)
    select 'statement', headings, value, key from statement_layouts cross join jsonb_each_text(columns)
    where value <> '' on conflict do nothing`,
  'drop table workbook_headings, statement_layouts',
]
