import type { CartLine } from '#contract/cart.ts'
import { lineTotal } from '#domain/price.ts'
import type { Db } from '../../database/schema.ts'
import { fragment, run, statement } from '../../database/statement.ts'

/** A line as the statements of the cart read it. */
export type LineRow = Omit<CartLine, 'total'>

/** The columns of {@link LineRow}, of `line` and its product `p`. */
export const LINE_COLUMNS = fragment(
  'line.product_id as "productId", p.tradename as name, p.photo as image, line.quantity, p.cost as price, p.discount, p.stock',
)

const READ_CART = statement<LineRow>()`
  select ${LINE_COLUMNS}
  from cart_lines line join products p on p.id = line.product_id and p.retired_at is null
  where line.user_id = ${'userId'}
  order by line.added_at, line.product_id`

/** A user's cart with the current prices and stock, in the order in which the products were added; retired ones are left out. */
export const readCart = async (database: Db, userId: string): Promise<CartLine[]> =>
  (await run(database, READ_CART, { userId })).map(withTotal)

/** The line that a row is; other columns of the row are left out. */
export const withTotal = ({
  productId,
  name,
  image,
  quantity,
  price,
  discount,
  stock,
}: LineRow): CartLine => ({
  productId,
  name,
  image,
  quantity,
  price,
  discount,
  total: lineTotal(quantity, price, discount),
  stock,
})
