import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { createDatabase, createTestApp } from '#tests/app.ts'
import { createOlderDatabase } from '#tests/older-database.ts'
import { OperatorError } from '../operator-error.ts'
import { readMigrations } from './apply-migrations.ts'
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
      union all select own.oid, concat_ws(' ', 'constraint', conname, condeferrable, condeferred,
        -- Rows of before a check was widened are valid by the narrower one.
        replace(pg_get_constraintdef(c.oid), ' NOT VALID', ''))
      from own join pg_constraint c on conrelid = own.oid and contype <> 'n'
      union all select own.oid, concat_ws(' ', 'index', replace(pg_get_indexdef(indexrelid), current_schema() || '.', ''))
      from own join pg_index on indrelid = own.oid
      union all select own.oid, concat_ws(' ', 'trigger', tgenabled,
        -- A dump has other brackets.
        translate(replace(pg_get_triggerdef(t.oid), current_schema() || '.', ''), '()', ''))
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

/** The list of ingredients, which migrations write. */
const readIngredients = (database: Db) =>
  sql`select * from ingredient_conditions join ingredient_names using (ingredient) order by name`.execute(
    database,
  )

test('a database that an earlier version migrated up to 080 gets the same structure as a new one, and keeps its data', async () => {
  const [database, fresh] = [await createOlderDatabase(), await createDatabase()]
  await migrate(database)
  expect(await readMigrations(database)).toEqual(migrationNames)
  expect(await describeStructure(database)).toEqual(await describeStructure(fresh))
  expect((await readIngredients(database)).rows).toEqual((await readIngredients(fresh)).rows)
  const { id } = await database.selectFrom('products').select('id').executeTakeFirstOrThrow()
  const { send } = await createTestApp({}, database)
  const { body } = await send(productCalls.getProduct, { params: { id } })
  expect(body.data).toMatchObject({ tradename: 'Amoxicilina 500 mg', saleCondition: 'retained', stock: 7 })
})

test('an older database is refused with a sentence that says what to do, and nothing is changed', async () => {
  const database = await createOlderDatabase()
  await sql`delete from kysely_migration where name > '040-sale-conditions'`.execute(database)
  const [applied, before] = [await readMigrations(database), await describeStructure(database)]
  const refused = await migrate(database).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect((refused as Error).message).toBe(
    'Esta base de datos es de una versión de Botica demasiado antigua para esta (llega hasta 040-sale-conditions). ' +
      'Inicia una vez la que llega hasta 080-unavailable, que la pone al día, y después esta. No se cambió nada.',
  )
  expect(await readMigrations(database)).toEqual(applied)
  expect(await describeStructure(database)).toEqual(before)
})
