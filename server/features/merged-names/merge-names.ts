import { type RawBuilder, sql } from 'kysely'
import { MAX_LISTED_MERGES, type MergedName, type NameKind } from '#contract/merged-names.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { invalidField, Refusal } from '../../refusals/refusal.ts'
import { refuseTaken } from '../../refusals/refuse-taken.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { idOfName } from '../categories-and-suppliers/name-filter.ts'
import { holdProducts } from '../products/hold-products.ts'

/** The table of a kind, the column by which products and merges name it, and the column of the coupons that are limited to it. */
const KINDS = {
  category: { table: 'categories', reference: sql`category_id`, list: sql`categories` },
  supplier: { table: 'suppliers', reference: sql`supplier_id`, list: sql`laboratories` },
} as const

type Merge = { kind: NameKind; id: string; into: string; actor: Actor }

/**
 * Merges a category or supplier into the one that is called `into`, ignoring case and accents. Its products, the coupons limited to it and
 * the customers' interest in it follow; orders keep what they say. From then on its name finds the other one, also in imports.
 *
 * @returns both names, and how many products moved
 * @throws Refusal NOT_FOUND; BAD_INPUT at `into` for a name that doesn't exist, or is its own
 */
export function mergeNames(database: Db, { kind, id, into, actor }: Merge) {
  const { table, reference } = KINDS[kind]
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'exclusive')
    const { rows } = await sql<{ name: string; fields: object }>`
      select name, to_jsonb(named) - '{id,name,name_key,placeholder}'::text[] as fields
      from ${sql.table(table)} named where id = ${id} for update`.execute(tx)
    const [source] = rows
    if (!source) throw new Refusal('NOT_FOUND')
    const found = await sql<{ id: string; name: string }>`
      select id, name from ${sql.table(table)} where id = ${idOfName(table, into)} for update`.execute(tx)
    const [target] = found.rows
    if (!target) throw invalidField('into', 'Ese nombre no existe.')
    if (target.id === id) throw invalidField('into', 'Elige otro nombre.')
    const move = { from: id, to: target.id }
    const products = await moveProducts(tx, reference, move)
    const merges = await moveMerges(tx, reference, move)
    if (kind === 'category') await moveInterests(tx, move)
    const coupons = await moveCoupons(tx, kind, move)
    await sql`
      insert into merged_names (id, name, fields, ${reference}, products, merges, coupons)
      values (${id}, ${source.name}, ${JSON.stringify(source.fields)}, ${target.id}, ${products}::uuid[], ${merges}::uuid[],
        ${JSON.stringify(coupons)})`.execute(tx)
    await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
    await recordAudit(tx, actor, {
      action: `${kind}.merge`,
      subject: { kind, id: target.id, label: target.name },
      after: { merged: source.name, products: products.length },
    })
    return { from: source.name, into: target.name, products: products.length }
  })
}

/**
 * Undoes a merge. What somebody moved or changed since stays as it is, and so do the customers' interests, so that no merge keeps their ids.
 *
 * @returns the name that is there again, and how many products have it
 * @throws Refusal NOT_FOUND for a merge that was undone; NAME_TAKEN when another one has the name by now
 */
export function undoMerge(database: Db, { id, actor }: { id: string; actor: Actor }) {
  const undo = inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'exclusive')
    const { rows } = await sql<Merged>`
      delete from merged_names where id = ${id}
      returning name, fields, category_id, supplier_id, products, merges, coupons`.execute(tx)
    const [merged] = rows
    if (!merged) throw new Refusal('NOT_FOUND')
    const { name, fields } = merged
    const kind = merged.category_id ? 'category' : 'supplier'
    const { table, reference, list } = KINDS[kind]
    const target = merged.category_id ?? merged.supplier_id!
    const columns = Object.keys(fields).map((column) => sql.ref(column))
    await sql`
      insert into ${sql.table(table)} (id, name, ${sql.join(columns)})
      values (${id}, ${name}, ${sql.join(Object.values(fields))})`.execute(tx)
    const products = await moveProducts(tx, reference, { from: target, to: id, only: merged.products })
    await sql`update merged_names set ${reference} = ${id} where id = any(${merged.merges}::uuid[])`.execute(
      tx,
    )
    for (const [coupon, before] of Object.entries(merged.coupons))
      await sql`
        update coupons set ${list} = ${before}::uuid[]
        where id = ${coupon} and ${list} = ${replaced(sql`${before}::uuid[]`, { from: id, to: target })}`.execute(
        tx,
      )
    const subject = { kind, id, label: name }
    await recordAudit(tx, actor, {
      action: `${kind}.merge-undo`,
      subject,
      after: { products: products.length },
    })
    return { name, products: products.length }
  })
  return refuseTaken(undo, { code: 'NAME_TAKEN', field: 'id' })
}

/** A row of `merged_names`. */
type Merged = {
  name: string
  fields: Record<string, unknown>
  category_id: string | null
  supplier_id: string | null
  products: string[]
  merges: string[]
  coupons: Record<string, string[]>
}

/** The latest merges, the last first. */
export async function listMerges(database: Db, kind: NameKind): Promise<MergedName[]> {
  const { table, reference } = KINDS[kind]
  const { rows } = await sql<MergedName>`
    select merged_names.id as "_id", merged_names.name, found.name as into, cardinality(products) as products,
      merged_at as "mergedAt"
    from merged_names join ${sql.table(table)} found on found.id = ${reference}
    order by merged_at desc limit ${sql.lit(MAX_LISTED_MERGES)}`.execute(database)
  return rows
}

type Move = { from: string; to: string }

/**
 * Moves products, which it locks in the order of their ids like orders do.
 *
 * @param only the ids of those that may move; absent for all
 * @returns the ids of those that moved
 */
async function moveProducts(
  tx: Tx,
  reference: RawBuilder<unknown>,
  { from, to, only }: Move & { only?: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from products where ${reference} = ${from} ${only ? sql`and id = any(${only}::uuid[])` : sql``}
    order by id for no key update`.execute(tx)
  const ids = rows.map((row) => row.id)
  await sql`update products set ${reference} = ${to}, updated_at = now() where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  await holdProducts(tx, ids)
  return ids
}

/** Earlier merges into the merged one lead to the other one now. */
async function moveMerges(tx: Tx, reference: RawBuilder<unknown>, { from, to }: Move): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update merged_names set ${reference} = ${to} where ${reference} = ${from} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Customers who are interested in both keep one. */
const moveInterests = (tx: Tx, { from, to }: Move) =>
  sql`
    with old as (delete from user_interests where category_id = ${from} returning user_id)
    insert into user_interests (user_id, category_id) select user_id, ${to} from old on conflict do nothing`.execute(
    tx,
  )

/** The lists of before of the coupons that were limited to the merged one, by the coupon's id. */
async function moveCoupons(tx: Tx, kind: NameKind, move: Move): Promise<Record<string, string[]>> {
  const { list } = KINDS[kind]
  const { rows } = await sql<{ id: string; before: string[] }>`
    with old as (select id, ${list} as before from coupons where ${move.from} = any(${list}) order by id for no key update)
    update coupons set ${list} = ${replaced(list, move)} from old where coupons.id = old.id
    returning old.id, old.before`.execute(tx)
  return Object.fromEntries(rows.map(({ id, before }) => [id, before]))
}

/** A list of ids after a merge; a list with both keeps one. */
const replaced = (list: RawBuilder<unknown>, { from, to }: Move) => sql`
  case when ${to} = any(${list}) then array_remove(${list}, ${from}::uuid) else array_replace(${list}, ${from}::uuid, ${to}::uuid) end`
