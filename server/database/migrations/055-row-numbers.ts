import { type Kysely, sql } from 'kysely'

/** Changes values only. */
export const compatible = true

/** The stored reports and rows of files, whose `row` is the number of a row. */
const STORED = [
  ['product_imports', 'report'],
  ['product_imports', 'refused_rows'],
  ['product_import_rows', 'content'],
  ['bank_statements', 'refused'],
] as const

/** Numbers that no row has: none, 1.5, or more digits than sheets have rows. In texts the quotation marks are escaped. */
const WRONG = '"row": (null|-?[0-9]+\\.[0-9]+|-?[0-9]{8,})'

/** Replaces row numbers that a file made up by 0: no answer can have them, so such an import couldn't be opened. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const [table, column] of STORED) {
    const stored = sql.ref(column)
    await sql`
      update ${sql.table(table)} set ${stored} = regexp_replace(${stored}::text, ${WRONG}, '"row": 0', 'g')::jsonb
      where ${stored}::text ~ ${WRONG}`.execute(database)
  }
}
