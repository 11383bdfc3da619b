import { sql } from 'kysely'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { refuseName } from '../../refusals/refuse-taken.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'

/** The columns that a form of the back office sets. */
type CategoryFields = { name: string; status: boolean }
type SupplierFields = { name: string; address: string; contact: string; phone: string; status: string }
type Fields = { category: CategoryFields; supplier: SupplierFields }
type Kind = keyof Fields

const KINDS = {
  category: {
    ...{ table: 'categories', reference: sql`category_id` },
    taken: { code: 'NAME_TAKEN', field: 'categoryName' },
  },
  supplier: { table: 'suppliers', reference: sql`supplier_id`, taken: { code: 'NAME_TAKEN', field: 'name' } },
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
    await forgetMerged(tx, kind, fields.name)
    const subject = { kind, id: rows[0]!.id, label: fields.name }
    await recordAudit(tx, actor, { action: `${kind}.create`, subject, after: fields })
  })
  await refuseName(insert, taken)
}

/**
 * Changes a category or supplier. A new name applies to its products, too, whose search texts are rewritten.
 *
 * @throws Refusal NOT_FOUND, NAME_TAKEN
 */
export async function updateName<K extends Kind>(database: Db, id: string, { kind, fields, actor }: Save<K>) {
  const { table, reference, taken } = KINDS[kind]
  const update = inTransaction(database, async (tx) => {
    const columns = Object.keys(fields).map((name) => sql.ref(name))
    const { rows } = await sql<Fields[K]>`
      select ${sql.join(columns)} from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
    const [before] = rows
    if (!before) throw new Refusal('NOT_FOUND')
    const isRenamed = before.name !== fields.name
    if (isRenamed) {
      await lockCatalog(tx, 'exclusive')
      // In the order of their ids, like orders.
      await sql`select from products where ${reference} = ${id} order by id for no key update`.execute(tx)
    }
    const values = Object.entries(fields).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${sql.table(table)} set ${sql.join(values)} where id = ${id}`.execute(tx)
    if (isRenamed) {
      await forgetMerged(tx, kind, fields.name)
      // The trigger `set_search` writes the texts whenever one of its columns is set.
      await sql`update products set search = '' where ${reference} = ${id}`.execute(tx)
    }
    const changes = changedFields(before, fields)
    const subject = { kind, id, label: fields.name }
    if (changes) await recordAudit(tx, actor, { action: `${kind}.update`, subject, ...changes })
  })
  await refuseName(update, taken)
}

/** A merged name that somebody gives again stands for itself from then on. */
const forgetMerged = (tx: Tx, kind: Kind, name: string) =>
  sql`delete from merged_names where name_key = fold(${name}) and ${KINDS[kind].reference} is not null`.execute(
    tx,
  )
