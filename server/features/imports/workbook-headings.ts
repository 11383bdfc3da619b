import { type ProductField, productFieldNames } from '#contract/product-fields.ts'
import type { Db } from '../../database/schema.ts'
import type { Assigned } from './resolve-columns.ts'

/** Reads the headings assigned by hand in earlier imports. */
export async function readHeadings(database: Db): Promise<Assigned> {
  const rows = await database.selectFrom('workbook_headings').selectAll().execute()
  const isField = (field: string): field is ProductField | '' =>
    field === '' || (productFieldNames as string[]).includes(field)
  return new Map(rows.flatMap(({ heading, field }) => (isField(field) ? [[heading, field] as const] : [])))
}

/** Remembers assigned headings for the next file. A column without a heading can't be remembered. */
export async function saveHeadings(database: Db, assigned: Assigned): Promise<void> {
  const rows = [...assigned].map(([heading, field]) => ({ heading, field }))
  const named = rows.filter(({ heading }) => !heading.includes('#'))
  if (named.length === 0) return
  await database
    .insertInto('workbook_headings')
    .values(named)
    .onConflict((conflict) =>
      conflict.column('heading').doUpdateSet({ field: (row) => row.ref('excluded.field') }),
    )
    .execute()
}
