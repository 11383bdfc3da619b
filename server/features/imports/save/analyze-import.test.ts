import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { row, workbook } from '#tests/workbooks.ts'
import { LARGE_IMPORT } from './import-store.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

async function importRows(rows: number): Promise<string> {
  const file = await workbook(Array.from({ length: rows }, () => row()))
  const form = multipart({}, ['fileExcel', file, 'productos.xlsx'])
  const { body } = await send(importCalls.uploadProducts, { form, token })
  expect(body.data).toMatchObject({ created: rows, errors: [] })
  return body.data._id
}

/** How often each table of products was analysed by a statement. */
async function readAnalyses() {
  const { rows } = await sql<{ table: string; analyses: number; last: string | null }>`
    select relname as table, analyze_count::int as analyses, last_analyze as last from pg_stat_user_tables
    where relname in ('products', 'product_barcodes', 'search_words') order by 1`.execute(database)
  return rows.map(({ last, ...row }) => ({ ...row, isKnown: last !== null }))
}

const analysed = (analyses: number) =>
  ['product_barcodes', 'products', 'search_words'].map((table) => ({
    table,
    analyses,
    isKnown: analyses > 0,
  }))

test('a large import, saved or undone, ends with new statistics; a small one doesn’t', async () => {
  await importRows(2)
  expect(await readAnalyses()).toEqual(analysed(0))
  const id = await importRows(LARGE_IMPORT)
  expect(await readAnalyses()).toEqual(analysed(1))
  const undone = await send(importCalls.undoImport, { params: { id }, token })
  expect(undone.body.data).toMatchObject({ removed: LARGE_IMPORT })
  expect(await readAnalyses()).toEqual(analysed(2))
}, 60_000)
