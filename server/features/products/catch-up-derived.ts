import { sql } from 'kysely'
import { inBatches } from '../../database/in-batches.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { DERIVED_VERSION, deriveColumns } from './derive-columns.ts'

/** Products per transaction: few, so that orders of these products wait only briefly. */
const BATCH_SIZE = 500

type Stale = { id: string; tradename: string; dcm: string; form: string; quantity: string }

/**
 * Derives the columns of products whose derived columns are out of date (derive-columns.ts), without a new version or an audit entry.
 * Several servers may run it at once, because each skips locked products.
 *
 * @returns how many products were derived
 */
export async function catchUpDerived(database: Db): Promise<number> {
  let derived = 0
  // A batch starts after the last product, so that no rows are read twice.
  for await (const rows of inBatches<Stale>((last) => deriveBatch(database, last?.id), BATCH_SIZE))
    derived += rows.length
  return derived
}

const deriveBatch = (database: Db, after = '00000000-0000-0000-0000-000000000000') =>
  inTransaction(database, async (tx) => {
    const { rows } = await sql<Stale>`
      select id, tradename, dcm, form, quantity from products where derived_version < ${DERIVED_VERSION} and id > ${after}
      order by id limit ${sql.lit(BATCH_SIZE)} for no key update skip locked`.execute(tx)
    if (rows.length === 0) return rows
    const ids = rows.map(({ id }) => id)
    const derived = rows.map(deriveColumns)
    const column = <Name extends keyof (typeof derived)[number]>(name: Name) =>
      derived.map((row) => row[name])
    await sql`
      update products p set unit_count = n.unit_count, unit = n.unit, equivalence = n.equivalence,
        derived_version = ${DERIVED_VERSION}
      from unnest(${ids}::uuid[], ${column('unit_count')}::numeric[], ${column('unit')}::text[],
        ${column('equivalence')}::text[]) as n (id, unit_count, unit, equivalence)
      where p.id = n.id`.execute(tx)
    return rows
  })
