import { sql } from 'kysely'
import { listedCondition, stricterOf } from '#domain/sale-hold/assess-sale.ts'
import type { SaleFacts } from '#domain/sale-hold/product-words.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { tellStockAlerts } from '../stock/move-stock.ts'
import { assess, readSaleKnowledge, type SaleKnowledge } from './sale-knowledge.ts'

/** Products per transaction, so that orders of these products wait only briefly. */
const BATCH_SIZE = 500
/** Stands in `held_ingredient` where no ingredient is known. */
const UNDECIDED = 'Por decidir'

export type HeldFacts = SaleFacts & { id: string }

/** The columns by which a product's condition of sale is decided. */
export const SALE_FACTS = sql`products.id, tradename, dcm, categories.name as category, suppliers.name as laboratory,
  health_register as "healthRegister", therapeutic_action as "therapeuticAction", form, quantity`
export const FACTS_FROM = sql`products join categories on categories.id = category_id join suppliers on suppliers.id = supplier_id`

/**
 * Decides which of the written products are held. A product takes over the condition that a person decided before for products like it.
 * Every writer of products must call it: until then the trigger keeps changed products off sale.
 */
export async function holdProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<HeldFacts>`
    select ${SALE_FACTS} from ${FACTS_FROM} where products.id = any(${ids}::uuid[]) and sale_hold = 'pending'`.execute(
    tx,
  )
  if (rows.length > 0) await writeHolds(tx, rows, await readSaleKnowledge(tx))
}

async function writeHolds(tx: Tx, products: readonly HeldFacts[], knowledge: SaleKnowledge) {
  const assessed = products.map((product) => ({ id: product.id, ...assess(product, knowledge) }))
  const column = <Value>(of: (row: (typeof assessed)[number]) => Value) => assessed.map(of)
  // The condition is set in a statement of its own, whose trigger then lifts the hold.
  await sql`
    update products p set sale_hold = n.hold, held_ingredient = n.subject
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ held }) => (held ? 'held' : 'none'))}::text[],
      ${column(({ held, subject }) => (held ? subject || UNDECIDED : ''))}::text[]) as n (id, hold, subject)
    where p.id = n.id`.execute(tx)
  const settled = assessed.filter((row) => row.settled !== undefined)
  if (settled.length > 0)
    await sql`
      update products p set sale_condition = n.condition
      from unnest(${settled.map(({ id }) => id)}::uuid[], ${settled.map((row) => row.settled)}::text[]) as n (id, condition)
      where p.id = n.id`.execute(tx)
  await tellStockAlerts(
    tx,
    assessed.map(({ id }) => id),
  )
}

/**
 * Decides about pending products: those written by a server of the version before or by the operator's own SQL, and after an update all
 * products. Then records, once for each product, whether its condition is milder than the list's.
 */
export async function catchUpHolds(database: Db): Promise<void> {
  const knowledge = await readSaleKnowledge(database)
  const inBatchesOf = async (
    condition: ReturnType<typeof sql>,
    write: (tx: Tx, rows: Stated[]) => Promise<unknown>,
  ) => {
    let done = BATCH_SIZE
    while (done === BATCH_SIZE)
      done = await inTransaction(database, async (tx) => {
        const { rows } = await sql<Stated>`
          select ${SALE_FACTS}, sale_condition as "saleCondition" from ${FACTS_FROM} where ${condition}
          order by products.id limit ${sql.lit(BATCH_SIZE)} for no key update of products skip locked`.execute(
          tx,
        )
        if (rows.length > 0) await write(tx, rows)
        return rows.length
      })
  }
  await inBatchesOf(sql`sale_hold = 'pending'`, (tx, rows) => writeHolds(tx, rows, knowledge))
  await inBatchesOf(sql`listed_condition = 'pending'`, (tx, rows) => {
    const listed = rows.map((row) => {
      const found = listedCondition(row, knowledge.list)
      return found && stricterOf(row.saleCondition, found.condition) !== row.saleCondition
        ? found.condition
        : ''
    })
    return sql`
      update products p set listed_condition = n.condition
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${listed}::text[]) as n (id, condition) where p.id = n.id`.execute(
      tx,
    )
  })
}

type Stated = HeldFacts & { saleCondition: 'direct' | 'simple' }
