import { repeatedIngredients } from '#domain/equivalence/repeated-ingredients.ts'
import type { Db } from '../../database/schema.ts'
import { isId } from '../../refusals/refusal.ts'

/** The most products: those of the largest cart. */
const MAX_PRODUCTS = 200

/** Reads the active ingredients that several products share, and the products that need a prescription (docs/product.md#cart-screen). */
export async function productAdvice(database: Db, ids: string[]) {
  const known = ids.filter(isId).slice(0, MAX_PRODUCTS)
  const products =
    known.length === 0
      ? []
      : await database
          .selectFrom('products')
          .select(['id', 'tradename', 'dcm', 'prescription'])
          .where('id', 'in', [...new Set(known)])
          .orderBy('sort_key')
          .orderBy('id')
          .execute()
  return {
    repeated: repeatedIngredients(products),
    prescription: products.filter(({ prescription }) => prescription).map(({ id }) => id),
  }
}
