import { sql as kyselySql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabaseUrl, openDatabase } from '#tests/app.ts'
import type { Db } from './schema.ts'
import { sql } from './sql.ts'

const url = await createDatabaseUrl()
const database = openDatabase(url)
/** One connection, which prepares a statement once. */
const single = openDatabase(url, { max: 1 })

/** The same statement with each of both kinds of templates, and with one inside of the other. */
const outers = { ours: sql, 'Kysely’s': kyselySql }
test.each(
  Object.entries(outers).flatMap(([outer, a]) =>
    Object.entries(outers).map(([inner, b]) => ({ outer, inner, a, b })),
  ),
)('a part of $inner in a template of $outer', async ({ a, b }) => {
  const names = b`${b.ref('numbered.value')} as ${b.id('a "name"')}, ${b.lit("it's")} as text, ${b.lit(null)}::int as nothing`
  const values = b.join([1, b`2 + ${1}::int`, b.lit(5)].map((value) => b`(${value}::int)`))
  const { rows } = await a<object>`
    select ${names}, ${['a', 'b']}::text[] as list from (values ${values}) ${a.table('numbered')} (value)
    where ${a.join([a`value > ${1}::int`, b.raw('true')], a` and `)} order by 1`.execute(database)
  const rest = { text: "it's", nothing: null, list: ['a', 'b'] }
  expect(rows).toEqual([
    { 'a "name"': 3, ...rest },
    { 'a "name"': 5, ...rest },
  ])
})

test('in a query and in a transaction', async () => {
  const undone = database.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      id: string
    }>`insert into categories (name) values (${'Una'}) returning id`.execute(tx)
    const found = await tx
      .selectFrom('categories')
      .select(sql<string>`upper(name)`.as('name'))
      .where(sql<boolean>`id = ${rows[0]!.id}`)
      .execute()
    expect(found).toEqual([{ name: 'UNA' }])
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect((await sql`select from categories where name = ${'Una'}`.execute(database)).rows).toEqual([])
})

test('a repeated statement has its columns, which PostgreSQL is asked for once', async () => {
  const read = (n: number) =>
    sql`select ${n}::int as n, null as nothing where ${n}::int <> 2`.execute(single).then(({ rows }) => rows)
  expect([await read(1), await read(2), await read(3)]).toEqual([
    [{ n: 1, nothing: null }],
    [],
    [{ n: 3, nothing: null }],
  ])
  const divide = (n: number) => sql`select 10 / ${n}::int as tenth`.execute(single).then(({ rows }) => rows)
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect(await divide(5)).toEqual([{ tenth: 2 }])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect(await divide(2)).toEqual([{ tenth: 5 }])
  for (const times of [1, 2])
    expect((await sql`select from generate_series(1, ${times}::int)`.execute(single)).rows).toHaveLength(
      times,
    )
  for (const name of ['Otra', 'Más'])
    expect((await sql`insert into categories (name) values (${name})`.execute(single)).rows).toEqual([])
})

test('a statement whose columns have changed since is refused', async () => {
  await sql`create table changing (a int)`.execute(single)
  const read = () => sql`select * from changing where ${1}::int = 1`.execute(single)
  expect((await read()).rows).toEqual([])
  await sql`alter table changing add column b int`.execute(single)
  await expect(read()).rejects.toThrow('cached plan must not change result type')
})

test.each(['pool', 'transaction'])('numbers of affected rows, as with Kysely: %s', async (where) => {
  const compare = async (db: Db) => {
    for (const its of [sql, kyselySql]) {
      const added =
        await its`insert into categories (name) values (${its === sql ? where : `${where} 2`})`.execute(db)
      const renamed = await its`update categories set name = name where false`.execute(db)
      const read = await its`select 1`.execute(db)
      expect([added, renamed, read].map((result) => result.numAffectedRows)).toEqual([1n, 0n, undefined])
    }
  }
  await (where === 'pool' ? compare(database) : database.transaction().execute(compare))
})
