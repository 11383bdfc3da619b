import { sql } from 'kysely'
import { keepTogether } from '#domain/keep-together.ts'
import { readableName } from '#domain/readable-name.ts'
import { productUrl, stopAlertsUrl } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { Db } from '../../../database/schema.ts'
import type { MailContent } from '../../../mail/render-mail.ts'
import { sellable } from '../../stock/sellable.ts'

type MailedStockAlert = { email: string; productId: string; tradename: string; stock: number }

/** An alert with its current product; undefined when the alert was stopped, or the product is gone. */
export async function findStockAlert(database: Db, id: string): Promise<MailedStockAlert | undefined> {
  const { rows } = await sql<MailedStockAlert>`
    select email, product_id as "productId", tradename, ${sellable('products')} as stock
    from stock_alerts join products on products.id = product_id where stock_alerts.id = ${id}`.execute(
    database,
  )
  return rows[0]
}

/** The mail to an address that waited for a product. It is sent once, even when the new units are sold out by then. */
export function stockAlert(
  { email, productId, tradename, stock }: MailedStockAlert,
  stopToken: string,
): MailContent {
  const name = keepTogether(readableName(tradename))
  return {
    to: { name: '', address: email },
    subject: `Llegó un producto que esperabas en ${store.name}`,
    preview: 'Es el único aviso que te enviaremos por este producto.',
    heading: 'Llegó un producto que esperabas',
    blocks: [
      stock > 0
        ? `${name} ya está disponible.`
        : `${name} llegó, pero al enviarte este correo ya se había agotado. En su página puedes pedir otro aviso.`,
      { button: 'Ver el producto', path: productUrl(productId) },
      { note: 'No lo tenemos reservado: otras personas también pueden haber pedido este aviso.' },
    ],
    reason: `Recibes este correo porque alguien pidió en ${store.name} que avisáramos a esta dirección. Es el único por este producto.`,
    stop: { label: 'No quiero más avisos de productos', path: stopAlertsUrl(stopToken) },
  }
}
