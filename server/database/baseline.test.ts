import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { createDatabase, createTestApp } from '#tests/app.ts'
import { makeCategory, makeSupplier } from '#tests/factories.ts'
import { OperatorError } from '../operator-error.ts'
import { readMigrations } from './apply-migrations.ts'
import { BASELINE } from './baseline.ts'
import { migrate, migrationNames } from './migrate.ts'
import type { Db } from './schema.ts'

/** The tables with their columns and a digest of all that belongs to them, and the functions with a digest of their text. */
async function describeStructure(database: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (
      select oid, relname, relkind, relpersistence, reloptions from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v')
        and relname not in ('kysely_migration', 'compatible_migrations')
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    ), parts as (
      select oid, concat_ws(' ', relkind, relpersistence, reloptions) as part from own
      union all select own.oid, concat_ws(' ', 'column', attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
        attgenerated, collname, pg_get_expr(adbin, adrelid))
      from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
        left join pg_attrdef on adrelid = own.oid and adnum = attnum left join pg_collation c on c.oid = attcollation
      union all select own.oid, concat_ws(' ', 'constraint', conname, condeferrable, condeferred, pg_get_constraintdef(c.oid))
      from own join pg_constraint c on conrelid = own.oid and contype <> 'n'
      union all select own.oid, concat_ws(' ', 'index', replace(pg_get_indexdef(indexrelid), current_schema() || '.', ''))
      from own join pg_index on indrelid = own.oid
      union all select own.oid, concat_ws(' ', 'trigger', tgenabled, replace(pg_get_triggerdef(t.oid), current_schema() || '.', ''))
      from own join pg_trigger t on tgrelid = own.oid and not tgisinternal
      union all select own.oid, concat_ws(' ', 'sequence', attname, seqstart, seqincrement, seqmax, seqcycle)
      from own join pg_attribute on attrelid = own.oid and attidentity <> ''
        join pg_sequence on seqrelid = pg_get_serial_sequence(own.relname, attname)::regclass
      -- Newer versions of PostgreSQL leave out the table's name before a column.
      union all select oid, regexp_replace(regexp_replace(pg_get_viewdef(oid), '\\w+\\.', '', 'g'), '\\s+', ' ', 'g')
      from own where relkind = 'v'
    )
    select format('%s (%s) %s', relname, (select string_agg(attname, ', ' order by attnum)
      from pg_attribute where attrelid = own.oid and attnum > 0 and not attisdropped),
      md5((select string_agg(part, e'\n' order by part collate "C") from parts where parts.oid = own.oid))) as line
    from own
    union all
    -- Without comments and line ends, which mean nothing.
    select format('%s(%s) %s', proname, pg_get_function_arguments(p.oid), md5(concat_ws(' ', lanname, provolatile, proisstrict,
      proparallel, pg_get_function_result(p.oid), regexp_replace(regexp_replace(prosrc, '--[^\n]*', '', 'g'), '\\s+', ' ', 'g'))))
    from pg_proc p join pg_language l on l.oid = prolang
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    order by 1`.execute(database)
  return rows.map(({ line }) => line).toSorted()
}

const EMPTY = ['drop schema public cascade', 'create schema public']

/** A database as migration 034 of an earlier version left it. */
async function createOlderDatabase(): Promise<Db> {
  const database = await createDatabase()
  for (const statement of EMPTY) await sql.raw(statement).execute(database)
  await migrate(database, BASELINE)
  await sql`create view product_totals as select category_id, supplier_id, products from product_counts`.execute(
    database,
  )
  await sql`create function note_all_changes() returns void language sql as ''`.execute(database)
  await rename(database, ['001-initial', '021-product-desk', '034-one-product-count'])
  return database
}

/** Notes other migrations as those that were applied. */
async function rename(database: Db, names: string[]) {
  await sql`truncate kysely_migration`.execute(database)
  await sql`insert into kysely_migration select name, '2026-11-21T12:00:00.000Z' from unnest(${names}::text[]) name`.execute(
    database,
  )
}

test('the baseline makes what the migrations of earlier versions made, but for what 035 removes', async () => {
  const database = await createDatabase()
  for (const statement of EMPTY) await sql.raw(statement).execute(database)
  await migrate(database, BASELINE)
  const file = await readFile(new URL('./baseline-structure.txt', import.meta.url), 'utf8')
  expect(await describeStructure(database)).toEqual(file.trim().split('\n'))
})

test('a database that earlier versions migrated up to 034 goes on as it is, and becomes like a new one', async () => {
  const database = await createOlderDatabase()
  const category_id = await makeCategory(database)
  const supplier_id = await makeSupplier(database)
  const product = await database
    .insertInto('products')
    .values({
      ...{ category_id, supplier_id, tradename: 'Amoxicilina', cost: 1_990, prescription: true },
      legal_warning: 'Venta bajo receta médica retenida.',
    })
    .returning(['id', 'tradename'])
    .executeTakeFirstOrThrow()
  await migrate(database)
  expect(await readMigrations(database)).toEqual(migrationNames)
  expect(await describeStructure(database)).toEqual(await describeStructure(await createDatabase()))
  const { send } = await createTestApp({}, database)
  const { body } = await send(productCalls.getProduct, { params: { id: product.id } })
  expect(body.data).toMatchObject({ tradename: product.tradename, saleCondition: 'retained' })
})

test('an older database is refused with a sentence that says what to do, and nothing is changed', async () => {
  const database = await createOlderDatabase()
  await rename(database, ['001-initial', '021-product-desk'])
  const before = await describeStructure(database)
  const refused = await migrate(database).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect((refused as Error).message).toBe(
    'Esta base de datos es de una versión de Botica demasiado antigua para esta (llega hasta 021-product-desk). ' +
      'Inicia una vez la que llega hasta 034-one-product-count, que la pone al día, y después esta. No se cambió nada.',
  )
  expect(await readMigrations(database)).toEqual(['001-initial', '021-product-desk'])
  expect(await describeStructure(database)).toEqual(before)
})
