import { sql } from 'kysely'
import { cartCalls } from '#contract/cart.ts'
import { lotCalls } from '#contract/lots.ts'
import { ALL_ORDERS, orderCalls } from '#contract/orders.ts'
import type { Db } from '../../database/schema.ts'
import { requireOwner } from '../../http/access.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import { invalidField, Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { recordDownload } from '../audit/record-audit.ts'
import { changeStatus } from './fulfilment/change-status.ts'
import { checkDays } from './lists/check-days.ts'
import { ordersSheet } from './lists/export-orders.ts'
import { listOrders } from './lists/list-orders.ts'
import { presentOrder } from './lists/present-order.ts'
import { findOrder } from './lists/queries.ts'
import { limitWrongCodes } from './purchase/find-coupon.ts'
import { placeOrder } from './purchase/place-order.ts'
import { priceCart } from './purchase/price-order.ts'
import { setOrderLots, showReplacementLots } from './state/order-lots.ts'
import { statusIs } from './state/order-payment.ts'

/** The calls of the checkout and of the orders screen. */
export function orderRoutes(serve: Serve, { database }: Services) {
  serve(cartCalls.priceCart, async ({ body, session, limitSubject }) => {
    const { coupon } = body
    // The session is read only for the uses of a coupon.
    const userId = coupon === undefined ? null : ((await session())?.userId ?? null)
    const price = await limitWrongCodes(database, { coupon, ...limitSubject }, () =>
      priceCart(database, { ...body, userId }),
    )
    return { data: price }
  })

  serve(orderCalls.createOrder, async ({ body, session, request, limitSubject }) => {
    const { id, products, coupon, delivery, expectedTotal, recipient, ...details } = body
    const userId = requireId(id)
    requireOwner(session, userId)
    const order = await limitWrongCodes(database, { coupon, ...limitSubject }, () =>
      placeOrder(database, {
        ...{ userId, details, coupon, delivery, expectedTotal, recipient },
        shownLines: products,
        idempotencyKey: idempotencyKey(request),
      }),
    )
    return {
      message: `Tu pedido N° ${order.number} fue recibido.`,
      data: { _id: order.id, nro_delivery: order.number },
    }
  })

  serve(orderCalls.listOrders, async ({ params, query, session, actor }) => {
    // A connected system may read only the list of all orders, not a user's own list.
    if ('keyId' in actor && params.id !== ALL_ORDERS) throw new Refusal('NOT_FOUND')
    if (params.id === ALL_ORDERS && session.role !== 'Administrador') throw new Refusal('NOT_FOUND')
    const userId = params.id === ALL_ORDERS ? undefined : requireId(params.id)
    if (userId) requireOwner(session, userId)
    // Customers don't see whether a proof was checked.
    const field = query.proof === 'unchecked' ? 'proof' : query.paid && 'paid'
    if (field && session.role !== 'Administrador')
      throw invalidField(field, 'Este filtro es solo para la administración.')
    checkDays(query)
    const { data, ...counted } = await listOrders(database, { ...query, userId })
    await showReplacementLots(database, data)
    return { data: data.map((row) => presentOrder(row, session)), ...counted }
  })

  serve(orderCalls.getOrder, async ({ params, session }) => {
    const found = await findOrder(database, requireId(params.id))
    if (!found) throw new Refusal('NOT_FOUND')
    requireOwner(session, found.userId)
    await showReplacementLots(database, [found.order])
    return { data: presentOrder(found.order, session) }
  })

  serve(orderCalls.listBought, async ({ session }) => ({
    data: await listBought(database, session.userId),
  }))

  serve(orderCalls.exportOrders, async ({ query, actor, reply }) => {
    const { from, to } = query
    checkDays(query)
    const name = datedName('pedidos', query)
    await recordDownload(database, actor, { action: 'orders.export', name, after: { from, to } })
    return sendWorkbook(reply, name, await ordersSheet(database, query))
  })

  serve(lotCalls.setOrderLots, async ({ params, body, actor }) => {
    await setOrderLots(database, { orderId: requireId(params.id), lines: body.lines, actor })
    return { message: 'Los lotes del pedido fueron guardados.' }
  })

  serve(orderCalls.updateOrderStatus, async ({ body, actor }) => {
    await changeStatus(database, { orderId: requireId(body.id), status: body.state, actor })
    return { message: 'El estado del pedido fue actualizado.' }
  })
}

/** Limits of the orders to read and of the products to return. */
const MAX_ORDERS = 500
const PRODUCTS = 500

/** The ids of the products in a user's last 500 orders that weren't cancelled: up to 500, the last bought first. */
async function listBought(database: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id
    from (select id, number from orders where user_id = ${userId} and ${statusIs('holdsStock')}
        order by number desc limit ${sql.lit(MAX_ORDERS)}) recent
    join order_lines on order_id = recent.id
    group by product_id order by max(recent.number) desc, product_id limit ${sql.lit(PRODUCTS)}`.execute(
    database,
  )
  return rows.map(({ product_id }) => product_id)
}
