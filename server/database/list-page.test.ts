import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '#tests/app.ts'
import { eachBatch } from './list-page.ts'

const database = await createDatabase()

test('a list is read in batches, each row once and in order, also rows of the same instant or microseconds apart', async () => {
  await sql`
    insert into user_activity (name, email, role, created_at)
    select 'Ana ' || row, 'ana@correo.cl', 'Cliente', '2026-01-01'::timestamptz + row / 3 * interval '7 microseconds'
    from generate_series(1, 450) row`.execute(database)
  const inOrder = await sql<{ name: string }>`
    select name from user_activity where name like 'Ana%' order by created_at desc, id desc`.execute(database)
  const sizes: number[] = []
  const names: string[] = []
  const batches = eachBatch<{ name: string }>(database, {
    table: 'user_activity',
    columns: sql`name`,
    filters: [sql`name like 'Ana%'`],
    orderBy: ['created_at', 'id'],
  })
  for await (const batch of batches) {
    sizes.push(batch.length)
    names.push(...batch.map(({ name }) => name))
  }
  expect(sizes).toEqual([200, 200, 50])
  expect(names).toEqual(inOrder.rows.map(({ name }) => name))
})
