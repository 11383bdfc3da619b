import { sql } from 'kysely'
import type { ProductCard } from '#contract/products.ts'
import type { Db } from '../../database/schema.ts'
import { NOT_RETIRED } from '../products/queries.ts'
import { sellable } from '../stock/sellable.ts'
import { CARD_FIELDS } from './list-shop.ts'

/** The most alternatives: more than a screen shows, for other clients of the call. */
const MAX_ALTERNATIVES = 8

/**
 * Products with the same active ingredient, strength and form, of any laboratory and in any pack: in stock first, then by price
 * per unit, where the content is known; without products that aren't sold online. Undefined when the product doesn't exist.
 */
export async function listAlternatives(database: Db, id: string): Promise<ProductCard[] | undefined> {
  const product = await database
    .selectFrom('products')
    .select('equivalence')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!product?.equivalence) return product && []
  const { equivalence } = product
  const { rows } = await sql<ProductCard>`
    select ${CARD_FIELDS}
    from products
    join categories c on c.id = category_id
    join suppliers s on s.id = supplier_id
    where products.equivalence = ${equivalence} and products.equivalence <> '' and products.id <> ${id} and products.cost > 0
      and products.sale_condition <> 'check' and products.sale_hold = 'none' and ${NOT_RETIRED}
    order by ${sellable('products')} <= 0, products.unit_count is null, products.cost * (100 - products.discount) / products.unit_count,
      products.cost * (100 - products.discount), products.sort_key, products.id
    limit ${sql.lit(MAX_ALTERNATIVES)}`.execute(database)
  return rows
}
