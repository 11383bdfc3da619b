import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '#tests/app.ts'

/** The tables of schema.ts, each with its columns and their types as text. */
function describedTables(): Map<string, Map<string, string>> {
  const source = readFileSync(new URL('schema.ts', import.meta.url), 'utf8')
  const tables = source.matchAll(/^ {2}(\w+): \{\n(.*?)^ {2}\}/gms)
  return new Map(
    Array.from(tables, ([, table, body]) => [
      table!,
      new Map(Array.from(body!.matchAll(/^ {4}(\w+): (.+)$/gm), ([, column, type]) => [column!, type!])),
    ]),
  )
}

test('the types have every column of their tables, and say which may be null, left out, or not written', async () => {
  const { rows } = await sql<{ table: string; column: string; nullable: boolean; optional: boolean }>`
    select table_name as table, column_name as column, is_nullable = 'YES' as nullable,
      is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as optional
    from information_schema.columns where table_schema = 'public' order by ordinal_position`.execute(
    await createDatabase(),
  )
  const described = describedTables()
  expect(described.size).toBeGreaterThan(20)
  const read = [...described].flatMap(([table, columns]) =>
    [...columns].map(([column, type]) => ({
      table,
      column,
      nullable: /\| null|OptionalInstant/.test(type),
      optional: /\| null|^(OptionalInstant|Generated|Computed|Moment)\b/.test(type),
    })),
  )
  const named = (columns: typeof rows) => columns.map((column) => JSON.stringify(column)).sort()
  expect(named(read)).toEqual(named(rows.filter(({ table }) => described.has(table))))
})
