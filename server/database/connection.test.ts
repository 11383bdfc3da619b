import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '#tests/app.ts'

const database = await createDatabase()

test('instants arrive as ISO texts in UTC with milliseconds, days as they are written, large numbers as numbers', async () => {
  const { rows } = await sql`
    select '2026-01-31 23:59:59.123456-03'::timestamptz as late, '1999-07-01 00:00+00'::timestamptz as whole, null::timestamptz as none,
      '1990-02-28'::date as day, 9007199254740991::bigint as big, 1234.50::numeric as money`.execute(database)
  expect(rows).toEqual([
    {
      ...{ late: '2026-02-01T02:59:59.123Z', whole: '1999-07-01T00:00:00.000Z', none: null },
      ...{ day: '1990-02-28', big: 9_007_199_254_740_991, money: 1234.5 },
    },
  ])
})
