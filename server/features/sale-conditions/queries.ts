import { sql } from 'kysely'
import { type HeldIngredient, type ListedIngredient, MAX_NAMED_PRODUCTS } from '#contract/sale-conditions.ts'
import type { Db } from '../../database/schema.ts'
import { SOLD } from '../products/queries.ts'

/** The ingredients with held products, by name, each with its first products (docs/product.md#condition-of-sale). */
export async function listHeld(database: Db): Promise<HeldIngredient[]> {
  const { rows } = await sql<HeldIngredient>`
    select ingredient, sale_condition as proposal, held.count,
      (select json_agg(json_build_object('_id', id, 'tradename', tradename, 'stock', stock) order by sort_key, id)
        from (select id, tradename, stock, sort_key from products
          where held_ingredient = ingredient and held_ingredient <> '' and ${SOLD}
          order by sort_key, id limit ${sql.lit(MAX_NAMED_PRODUCTS)}) first) as products
    from (select held_ingredient as ingredient, count(*)::int as count from products
      where held_ingredient <> '' and ${SOLD} group by held_ingredient) held
    join ingredient_conditions using (ingredient)
    order by fold(ingredient)`.execute(database)
  return rows
}

export async function countHeld(database: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from products where held_ingredient <> '' and ${SOLD}`.execute(database)
  return rows[0]!.count
}

const LISTED = sql`
  select ingredient, sale_condition as "saleCondition",
    array(select name from ingredient_names n where n.ingredient = listed.ingredient order by name) as names
  from ingredient_conditions listed`

export async function listIngredientConditions(database: Db): Promise<ListedIngredient[]> {
  const { rows } = await sql<ListedIngredient>`${LISTED} order by fold(ingredient)`.execute(database)
  return rows
}

/** Finds an ingredient by its name, whatever its case and accents. */
export async function findIngredient(database: Db, name: string): Promise<ListedIngredient | undefined> {
  const { rows } = await sql<ListedIngredient>`${LISTED} where fold(ingredient) = fold(${name})`.execute(
    database,
  )
  return rows[0]
}
