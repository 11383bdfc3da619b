import { sql } from 'kysely'
import type { CartLine } from '#contract/cart.ts'
import type { Tx } from '../../database/schema.ts'
import { type LineRow, PRODUCT_OF_LINE, presentLines } from '../cart/queries.ts'

/**
 * Locks what an order takes (docs/product.md#orders): the cart, then its products in the order of their ids, then the customer's lasting
 * prescriptions if one of them could serve a product.
 *
 * @returns the cart's lines in the order of the products' ids, and how many prescriptions are locked
 */
export async function lockLines(
  tx: Tx,
  userId: string,
): Promise<{ lines: CartLine[]; prescriptions: number }> {
  const { rows } = await sql<LineRow & { prescriptions: number }>`
    with line as materialized (
      select ${PRODUCT_OF_LINE}, line.quantity
      from lock_cart(${userId}) line join products p on p.id = line.product_id
      where p.retired_at is null
      order by p.id
      for no key update of p
    ), prescription as materialized (
      select from lasting_prescriptions
      where user_id = ${userId} and (select bool_or("saleCondition" = 'simple') from line)
      order by id
      for no key update
    )
    select line.*, prescriptions from line, (select count(*)::int as prescriptions from prescription) locked`.execute(
    tx,
  )
  return {
    lines: presentLines(rows.map(({ prescriptions: _, ...line }) => line)),
    prescriptions: rows[0]?.prescriptions ?? 0,
  }
}
