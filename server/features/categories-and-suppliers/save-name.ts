import { sql } from 'kysely'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { refuseName } from '../../refusals/refuse-name.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'

/** The columns that a form of the back office sets. */
type CategoryFields = { name: string; status: boolean }
type SupplierFields = { name: string; address: string; contact: string; phone: string; status: string }
type Fields = { category: CategoryFields; supplier: SupplierFields }
type Kind = keyof Fields

const KINDS = {
  category: { table: 'categories', taken: { code: 'NAME_TAKEN', field: 'categoryName' } },
  supplier: { table: 'suppliers', taken: { code: 'NAME_TAKEN', field: 'name' } },
} as const

type Save<K extends Kind> = { kind: K; fields: Fields[K]; actor: Actor }

/**
 * Creates a category or supplier.
 *
 * @throws Refusal NAME_TAKEN, also for a name that differs only in case or accents
 */
export async function createName<K extends Kind>(database: Db, { kind, fields, actor }: Save<K>) {
  const { table, taken } = KINDS[kind]
  const insert = inTransaction(database, async (tx) => {
    const columns = Object.keys(fields).map((name) => sql.ref(name))
    const { rows } = await sql<{ id: string }>`
      insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(fields))})
      returning id`.execute(tx)
    await forgetMerged(tx, table, fields.name)
    const subject = { kind, id: rows[0]!.id, label: fields.name }
    await recordAudit(tx, actor, { action: `${kind}.create`, subject, after: fields })
  })
  await refuseName(insert, taken)
}

/**
 * Changes a category or supplier. A new name applies to its products, too.
 *
 * @throws Refusal NOT_FOUND, NAME_TAKEN
 */
export async function updateName<K extends Kind>(database: Db, id: string, { kind, fields, actor }: Save<K>) {
  const { table, taken } = KINDS[kind]
  const update = inTransaction(database, async (tx) => {
    const before = await lockFields(tx, table, { id, names: Object.keys(fields) })
    const { name, ...others } = fields
    await rename(tx, { table, id, name })
    const values = Object.entries(others).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${sql.table(table)} set ${sql.join(values)} where id = ${id}`.execute(tx)
    const changes = changedFields(before, fields)
    const subject = { kind, id, label: name }
    if (changes) await recordAudit(tx, actor, { action: `${kind}.update`, subject, ...changes })
  })
  await refuseName(update, taken)
}

/** Locks a row until the transaction ends, and reads its columns; undefined without such a row. */
async function lockFields(tx: Tx, table: string, { id, names }: { id: string; names: string[] }) {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)} where id = ${id}
    for no key update`.execute(tx)
  return rows[0] ?? {}
}

const FOREIGN_KEY = { categories: sql`category_id`, suppliers: sql`supplier_id` }

type Rename = { table: 'categories' | 'suppliers'; id: string; name: string }

/**
 * Renames a category or supplier, and rewrites the search texts of its products, which are locked first, in the order of their ids, like by
 * orders.
 *
 * @throws Refusal NOT_FOUND
 */
async function rename(tx: Tx, { table, id, name }: Rename) {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${id}`.execute(
    tx,
  )
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  if (rows[0].name === name) return
  await lockCatalog(tx, 'exclusive')
  await sql`
    select from products where ${FOREIGN_KEY[table]} = ${id} order by id for no key update`.execute(tx)
  await sql`update ${sql.table(table)} set name = ${name} where id = ${id}`.execute(tx)
  await forgetMerged(tx, table, name)
  // The trigger `set_search` writes the texts whenever one of its columns is set.
  await sql`update products set search = '' where ${FOREIGN_KEY[table]} = ${id}`.execute(tx)
}

/** A merged name that somebody gives again stands for itself from then on. */
const forgetMerged = (tx: Tx, table: Rename['table'], name: string) =>
  sql`delete from merged_names where name_key = fold(${name}) and ${FOREIGN_KEY[table]} is not null`.execute(
    tx,
  )
