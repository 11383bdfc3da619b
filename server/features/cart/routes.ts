import { sql } from 'kysely'
import { cartCalls } from '#contract/cart.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { requireOwner } from '../../http/access.ts'
import type { Serve } from '../../http/serve.ts'
import type { Session } from '../../http/sessions.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { addToCart } from './add-to-cart.ts'
import { lockCart, readCart } from './lines.ts'
import { updateCart } from './update-cart.ts'

/** Checks that a cart belongs to the session's user, whose id is the cart's id. */
function cartUser(session: Session, cart: string): string {
  const userId = requireId(cart)
  requireOwner(session, userId)
  return userId
}

/** The calls of the cart of a logged-in user. */
export function cartRoutes(serve: Serve, { database }: Services) {
  serve(cartCalls.getCart, async ({ params, session }) => ({
    data: await readCart(database, cartUser(session, params.userId)),
  }))

  serve(cartCalls.addToCart, async ({ body, session }) => {
    const userId = cartUser(session, body.user)
    const lines = await addToCart(database, { userId, items: body.items })
    return { message: 'Producto agregado al carrito!', data: lines }
  })

  serve(cartCalls.updateCart, async ({ body, session }) => {
    const userId = cartUser(session, body.cart)
    const { lines, adjusted } = await updateCart(database, { userId, items: body.items })
    return { message: 'Carrito actualizado.', data: lines, adjusted }
  })

  serve(cartCalls.removeFromCart, async ({ params, session }) => {
    const userId = cartUser(session, params.cart)
    // Waits for the cart's lock, so that an order that is being placed finishes first.
    await sql`
      with owner as materialized (select id from users where id = ${userId} for no key update)
      delete from cart_lines using owner
      where user_id = owner.id and product_id = ${requireId(params.productId)}`.execute(database)
    return { message: 'Producto eliminado del carrito.', data: await readCart(database, userId) }
  })

  serve(cartCalls.emptyCart, async ({ params, session }) => {
    const userId = cartUser(session, params.id)
    await inTransaction(database, async (tx) => {
      await lockCart(tx, userId)
      await tx.deleteFrom('cart_lines').where('user_id', '=', userId).execute()
    })
    return { message: 'El carrito está vacío.', data: [] }
  })
}
