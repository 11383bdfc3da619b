import { sql } from 'kysely'
import { type HeldGroup, type ListedIngredient, MAX_NAMED_PRODUCTS } from '#contract/sale-conditions.ts'
import { groupHeld, type HeldProduct } from '#domain/sale-hold/group-held.ts'
import type { Db } from '../../database/schema.ts'
import { FACTS_FROM, type HeldFacts, SALE_FACTS } from '../products/hold-products.ts'
import { NOT_RETIRED } from '../products/queries.ts'
import { assess, LISTED_INGREDIENTS, readSaleKnowledge } from '../products/sale-knowledge.ts'
import { SOLD_UNITS } from '../stock/sold-units.ts'

/** A held product as its group lists it. */
export type ListedHeld = HeldProduct & { tradename: string; stock: number }

/** Groups all held products. The reasons are found on each read, because names and lists change. */
export async function readHeldGroups(database: Db) {
  const { rows } = await sql<HeldFacts & { stock: number; sold: number }>`
    select ${SALE_FACTS}, stock, coalesce(sold.units, 0) as sold
    from ${FACTS_FROM} left join (${SOLD_UNITS}) sold on sold.product_id = products.id where sale_hold <> 'none' and ${NOT_RETIRED} order by sold desc, sort_key, products.id`.execute(
    database,
  )
  const knowledge = await readSaleKnowledge(database)
  return groupHeld(rows.map((row): ListedHeld => ({ ...row, assessment: assess(row, knowledge) })))
}

export async function listHeld(database: Db): Promise<HeldGroup[]> {
  const groups = await readHeldGroups(database)
  return groups.map(({ products, ...group }) => ({
    ...group,
    count: products.length,
    products: products
      .slice(0, MAX_NAMED_PRODUCTS)
      .map(({ id, tradename, stock }) => ({ _id: id, tradename, stock })),
  }))
}

export async function countHeld(database: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from products where sale_hold <> 'none' and ${NOT_RETIRED}`.execute(
    database,
  )
  return rows[0]!.count
}

export async function listIngredientConditions(database: Db): Promise<ListedIngredient[]> {
  const { rows } = await sql<ListedIngredient>`${LISTED_INGREDIENTS} order by fold(ingredient)`.execute(
    database,
  )
  return rows
}

/** Finds an ingredient by its name, whatever its case and accents. */
export async function findIngredient(database: Db, name: string): Promise<ListedIngredient | undefined> {
  const { rows } =
    await sql<ListedIngredient>`${LISTED_INGREDIENTS} where fold(ingredient) = fold(${name})`.execute(
      database,
    )
  return rows[0]
}
