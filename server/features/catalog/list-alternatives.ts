import { sql } from 'kysely'
import type { ProductCard } from '#contract/products.ts'
import type { Db } from '../../database/schema.ts'
import { CARD_FIELDS } from './list-shop.ts'

/** More than a screen shows, for other readers of the call. */
const LIMIT = 8

/**
 * Products with the same active ingredient, strength and form, of any laboratory and in any pack: in stock first, then by price
 * per unit, where the content is known (docs/product.md#product-detail). Undefined when the product doesn't exist.
 */
export async function listAlternatives(database: Db, id: string): Promise<ProductCard[] | undefined> {
  const product = await database
    .selectFrom('products')
    .select('equivalence')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!product?.equivalence) return product && []
  const { rows } = await sql<ProductCard>`
    select ${CARD_FIELDS}
    from products p
    join categories c on c.id = p.category_id
    join suppliers s on s.id = p.supplier_id
    where p.equivalence = ${product.equivalence} and p.equivalence <> '' and p.id <> ${id} and p.cost > 0
    order by p.stock <= 0, p.unit_count is null, p.cost * (100 - p.discount) / p.unit_count,
      p.cost * (100 - p.discount), p.sort_key, p.id
    limit ${sql.lit(LIMIT)}`.execute(database)
  return rows
}
