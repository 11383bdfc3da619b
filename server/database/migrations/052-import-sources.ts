import { type Kysely, sql } from 'kysely'

/** The version before this migration imports for persons only, and doesn't use the columns. */
export const compatible = true

/** Where the file of an import came from, and the file of the folder that is still to be moved (docs/product.md#import-folder). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table product_imports
    add column source text not null default 'person' check (source in ('person', 'folder', 'command')),
    -- Name, digest and time of the folder's file, until it is moved.
    add column open_file jsonb`.execute(database)
  await sql`create index product_imports_open on product_imports (id) where open_file is not null`.execute(
    database,
  )
}
