import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { createDatabase } from '#tests/app.ts'
import { OperatorError } from '../operator-error.ts'
import { type MarkedMigration, withNewerMigrations } from './known-migrations.ts'
import { migrate, migrationNames } from './migrate.ts'
import type { Db } from './schema.ts'

/** Migrates as a newer version, which has further migrations. */
async function migrateAsNewer(database: Db, added: Record<string, MarkedMigration>) {
  const known = Object.fromEntries(migrationNames.map((name) => [name, { up: async () => {} }]))
  const getMigrations = () => withNewerMigrations(database, { ...known, ...added })
  const { error } = await new Migrator({ db: database, provider: { getMigrations } }).migrateToLatest()
  expect(error).toBeUndefined()
}

const addTable = (name: string): MarkedMigration => ({
  up: async (database) => {
    await sql`create table ${sql.table(name)} (id int)`.execute(database)
  },
})

const applied = async (database: Db) => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  )
  return rows.map(({ name }) => name)
}

test('an older server starts on a newer database whose migrations it can live with', async () => {
  const database = await createDatabase()
  await migrateAsNewer(database, { '998-new': { ...addTable('new'), compatible: true } })
  expect(await applied(database)).toEqual([...migrationNames, '998-new'])
  await migrate(database)
  expect(await applied(database)).toEqual([...migrationNames, '998-new'])
})

test('an older server refuses a newer database, names the migration and changes nothing', async () => {
  const database = await createDatabase()
  await migrateAsNewer(database, {
    '998-new': { ...addTable('new'), compatible: true },
    '999-other': addTable('other'),
  })
  const refused = await migrate(database).catch((error) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect(refused.message).toMatch(/^Una versión más nueva de Botica cambió esta base de datos \(999-other\)/)
  expect(await applied(database)).toEqual([...migrationNames, '998-new', '999-other'])
})

test('a newer version that fails leaves no mark', async () => {
  const database = await createDatabase()
  const fail: MarkedMigration = { up: () => Promise.reject(new Error('cut short')), compatible: true }
  const getMigrations = () =>
    withNewerMigrations(database, {
      ...Object.fromEntries(migrationNames.map((name) => [name, fail])),
      '997-new': { ...addTable('new'), compatible: true },
      '998-fails': fail,
    })
  const { error } = await new Migrator({ db: database, provider: { getMigrations } }).migrateToLatest()
  expect(error).toMatchObject({ message: 'cut short' })
  expect(await applied(database)).toEqual(migrationNames)
  const marks = await sql<{ name: string }>`select name from compatible_migrations`.execute(database)
  expect(marks.rows.filter(({ name }) => !migrationNames.includes(name))).toEqual([])
})
