import { sql } from 'kysely'
import type { ProductLot } from '#contract/lots.ts'
import { type Lot, lotInWords, sumUnits } from '#domain/lots.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { TODAY } from '../../database/store-day.ts'
import type { StaffActor } from '../../http/serve.ts'
import { invalidField, Refusal } from '../../refusals/refusal.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { findProduct } from '../products/queries.ts'
import { changesTo, EXPIRES, FIRST_EXPIRED, moveLots, readLots } from '../stock/lots.ts'
import { recordStock } from '../stock/move-stock.ts'

/**
 * The lots of a product that have units, or had units that an order took.
 *
 * @throws Refusal NOT_FOUND
 */
export async function listProductLots(database: Db, productId: string): Promise<ProductLot[]> {
  if (!(await findProduct(database, productId))) throw new Refusal('NOT_FOUND')
  const { rows } = await sql<ProductLot>`
    select lots.id as "_id", code as lot, ${EXPIRES} as expires, units, recalled, coalesce(expires_on < ${TODAY}, false) as expired,
      created_at as since
    from lots where product_id = ${productId}
      and (units > 0 or exists (select from order_line_lots where lot_id = lots.id))
    order by ${FIRST_EXPIRED}`.execute(database)
  return rows
}

type SetLots = {
  productId: string
  lots: readonly { lot: string; expires: string | null; units: number }[]
  /** The version that was read. A sale since then is refused, too, because the typed units don't include it. */
  version: string
  actor: StaffActor
}

/**
 * Sets the lots of a product's stock. The rest of the stock has no lot; recalled lots stay as they are.
 *
 * @throws Refusal NOT_FOUND; PRODUCT_CHANGED with the current product as data; LOTS_EXCEED_STOCK; BAD_INPUT
 */
export async function setProductLots(database: Db, { productId, lots, version, actor }: SetLots) {
  await inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const { rows } = await sql<{ tradename: string; stock: number; version: string }>`
      select tradename, stock, version || '-' || stock as version from products where id = ${productId} for no key update`.execute(
      tx,
    )
    const product = rows[0]
    if (!product) throw new Refusal('NOT_FOUND')
    if (product.version !== version)
      throw new Refusal('PRODUCT_CHANGED', { data: await findProduct(tx, productId) })
    const nameless = lots.findIndex(({ lot, expires }) => lot === '' && expires === null)
    if (nameless >= 0) throw invalidField(`lots.${nameless}.lot`, 'Escribe el lote o su vencimiento.')
    const before = (await readLots(tx, [productId])).get(productId) ?? []
    for (const [index, { lot, expires, units }] of lots.entries()) {
      const same = before.find((one) => one.lot === lot && one.expires === expires)
      if (same?.recalled && same.units !== units)
        throw invalidField(`lots.${index}.units`, 'Este lote está retirado del mercado.')
    }
    const wanted = lots.map((lot) => ({ productId, ...lot }))
    const changes = await changesTo(tx, wanted, [productId])
    const sum = sumUnits(before) + changes.reduce((total, { change }) => total + change, 0)
    if (sum > product.stock)
      throw new Refusal('LOTS_EXCEED_STOCK', {
        message: `Los lotes suman ${sum} unidades y el stock es ${product.stock}.`,
      })
    if (changes.length === 0) return
    await moveLots(tx, changes)
    await sql`update products set version = version + 1, updated_at = now() where id = ${productId}`.execute(
      tx,
    )
    await recordStock(tx, new Map([[productId, product]]), { cause: 'lots', actor }, changes)
    const after = (await readLots(tx, [productId])).get(productId) ?? []
    await recordAudit(tx, actor, {
      action: 'stock.lots',
      subject: { kind: 'product', id: productId, label: product.tradename },
      before: { lots: inWords(before) },
      after: { lots: inWords(after) },
    })
  })
}

const inWords = (lots: readonly Lot[]) =>
  lots
    .filter(({ units }) => units > 0)
    .map((lot) => `${lotInWords(lot)}: ${lot.units}`)
    .join(', ')
