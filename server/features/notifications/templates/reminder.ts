import { sql } from 'kysely'
import { keepTogether } from '#domain/keep-together.ts'
import { readableName } from '#domain/readable-name.ts'
import { cancelRemindersUrl, repeatOrderUrl } from '#domain/screen-urls.ts'
import { unitsInWords } from '#domain/stock.ts'
import { store } from '#store'
import type { Db } from '../../../database/schema.ts'
import type { MailContent, Person } from '../../../mail/render-mail.ts'
import { sellable } from '../../stock/sellable.ts'

type RemindedOrder = {
  id: string
  number: number
  userId: string
  /** The account's owner, who asked for the reminder. */
  to: Person
  /** The order's lines; `stock` is 0 for a product that isn't sold any more. */
  lines: { name: string; quantity: number; stock: number }[]
}

/** An order and its products' stock; undefined when it doesn't exist, or its account is disabled or erased. */
export async function findReminded(database: Db, orderId: string): Promise<RemindedOrder | undefined> {
  const { rows } = await sql<RemindedOrder>`
    select orders.id, orders.number, users.id as "userId",
      json_build_object('name', users.name, 'address', users.email) as to,
      (select coalesce(json_agg(json_build_object('name', line.product_name, 'quantity', line.quantity,
          'stock', case when p.cost > 0 and p.retired_at is null then ${sellable('p')} else 0 end) order by line.position), '[]')
        from order_lines line join products p on p.id = line.product_id where line.order_id = orders.id) as lines
    from orders join users on users.id = orders.user_id and users.disabled_at is null
    where orders.id = ${orderId}`.execute(database)
  return rows[0]
}

/** The reminder mail to the customer, with a link to repeat the order, and one to cancel further reminders. */
export function orderReminder({ id, number, to, lines }: RemindedOrder, token: string): MailContent {
  return {
    to,
    subject: `Tu recordatorio del pedido N° ${number}`,
    preview: 'Puedes repetirlo con lo que hay disponible.',
    heading: `Tu recordatorio del pedido N°\u00a0${number}`,
    blocks: [
      `Hola ${to.name}. Nos pediste que te recordáramos este pedido. Puedes repetirlo ahora, a los precios de hoy.`,
      { facts: lines.map(({ name, ...line }) => [keepTogether(readableName(name)), availability(line)]) },
      { button: 'Repetir pedido', path: repeatOrderUrl(id) },
      { note: 'Este recordatorio no se repite. Puedes pedir otro en los detalles del pedido.' },
      { note: 'Si ya no quieres recordatorios, puedes cancelarlos todos.' },
      { button: 'Cancelar mis recordatorios', path: cancelRemindersUrl(token) },
    ],
    reason: `Recibes este correo porque lo pediste en ${store.name}.`,
  }
}

function availability({ quantity, stock }: { quantity: number; stock: number }): string {
  if (stock === 0) return 'Sin existencias'
  if (stock < quantity) return `${stock === 1 ? 'Queda' : 'Quedan'} ${unitsInWords(stock)} de ${quantity}`
  return unitsInWords(quantity)
}
