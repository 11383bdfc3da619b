import { type CartLine, MAX_QUANTITY, type SentLine } from '#contract/cart.ts'
import { mergeItems } from '#domain/cart.ts'
import type { Db } from '../../database/schema.ts'
import { runAfter, statement } from '../../database/statement.ts'
import { isId } from '../../http/refusal.ts'
import { lineFull } from './cart-limits.ts'
import { LOCK_CART } from './lock-cart.ts'
import { LINE_COLUMNS, type LineRow, withTotal } from './queries.ts'

type Adjustment = { productId: string; name: string; reason: 'unknown' | 'price' | 'stock'; quantity: number }

/**
 * Replaces the lines of a user's cart (docs/product.md#cart). Products that are unknown, retired or have no price are dropped and
 * quantities are limited to the stock; each of these changes is returned.
 *
 * @throws Refusal BAD_INPUT when the lines of one product add up to more than a line may have
 */
export async function updateCart(
  database: Db,
  { userId, items }: { userId: string; items: SentLine[] },
): Promise<{ lines: CartLine[]; adjusted: Adjustment[] }> {
  const requested = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: productId.toLowerCase(), quantity })),
  )
  if (requested.some(({ quantity }) => quantity > MAX_QUANTITY)) throw lineFull()
  const known = requested.filter(({ productId }) => isId(productId))
  // Of two updates the later one replaces the earlier one as a whole.
  const rows = await runAfter(database, LOCK_CART, REPLACE_LINES, {
    userId,
    ids: known.map(({ productId }) => productId),
    quantities: known.map(({ quantity }) => quantity),
  })
  const found = new Map(rows.map((row) => [row.productId, row]))
  const adjusted = requested.flatMap(({ productId, quantity }) => {
    const row = found.get(productId)
    if (row?.quantity === quantity) return []
    return [{ productId, name: row?.name ?? '', reason: reasonOf(row), quantity: row?.quantity ?? 0 }]
  })
  return { lines: rows.filter(({ quantity }) => quantity > 0).map(withTotal), adjusted }
}

/** The products that exist, the cart's lines first; `quantity` is 0 of those that can't be sold. */
type ReplacedRow = LineRow & { isRetired: boolean }

const REPLACE_LINES = statement<ReplacedRow>()`
  with sent as (
    select p.id, sent.place,
      case when p.retired_at is null and p.cost > 0 then least(sent.quantity, p.stock) else 0 end as quantity
    from unnest(${'ids'}::uuid[], ${'quantities'}::int[]) with ordinality as sent (id, quantity, place)
    join products p on p.id = sent.id
  ), deleted as (
    delete from cart_lines
    where user_id = ${'userId'} and product_id <> all(array(select id from sent where quantity > 0))
  ), written as (
    insert into cart_lines (user_id, product_id, quantity)
    select ${'userId'}::uuid, id, quantity from sent where quantity > 0 order by place
    on conflict (user_id, product_id) do update set quantity = excluded.quantity
    returning product_id, added_at
  ), line as (
    select sent.id as product_id, sent.quantity, written.added_at from sent left join written on written.product_id = sent.id
  )
  select ${LINE_COLUMNS}, p.retired_at is not null as "isRetired"
  from line join products p on p.id = line.product_id
  order by line.added_at, line.product_id`

function reasonOf(row: ReplacedRow | undefined): Adjustment['reason'] {
  if (!row || row.isRetired) return 'unknown'
  return row.price > 0 ? 'stock' : 'price'
}
