import { sql } from 'kysely'
import { MAX_STOCK } from '#contract/fields.ts'
import type { SentReceiptLine } from '#contract/lots.ts'
import { type Gs1, readGs1 } from '#domain/gs1.ts'
import { lotInWords, sumUnits } from '#domain/lots.ts'
import { lockCatalog } from '../../database/catalog-lock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { idOfCode } from '../products/queries.ts'
import { addUnits } from '../products/receive-stock.ts'
import { findOrCreateLots, type LotChange, moveLots, readLots } from '../stock/lots.ts'
import { type BookedLine, findReceipt, readLines } from './receipts.ts'

type Goods = {
  supplier: string
  document: string
  lines: readonly SentReceiptLine[]
  idempotencyKey: string | null
  actor: StaffActor
}

/**
 * Books received goods, all lines or none. A repeated idempotency key gets the first receipt.
 *
 * @throws Refusal BAD_INPUT with the number and the field of each line that can't be booked
 */
export function receiveGoods(database: Db, goods: Goods): Promise<{ _id: string; lines: BookedLine[] }> {
  const { supplier, document, actor } = goods
  return inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    // A parallel request with the same key waits here.
    const { rows } = await sql<{ id: string; number: number }>`
      insert into receipts (supplier, document, actor_id, actor_name, idempotency_key)
      select ${supplier}, ${document}, id, trim(name || ' ' || lastname), ${goods.idempotencyKey} from users where id = ${actor.userId}
      on conflict do nothing returning id, number`.execute(tx)
    const receipt = rows[0]
    if (!receipt) {
      const earlier = await sql<{ id: string }>`
        select id from receipts where actor_id = ${actor.userId} and idempotency_key = ${goods.idempotencyKey}`.execute(
        tx,
      )
      const { id } = earlier.rows[0]!
      return { _id: id, lines: await readLines(tx, id) }
    }
    const lines = await lockLines(tx, goods.lines)
    const named = lines.filter(({ lot, expires }) => lot !== '' || expires !== null)
    const ids = await findOrCreateLots(tx, named)
    const booked = lines.map((line): BookedLine => ({ ...line, lotId: ids[named.indexOf(line)] ?? null }))
    await sql`
      insert into receipt_lines (receipt_id, position, product_id, lot_id, units)
      select ${receipt.id}, row_number() over (), * from unnest(${booked.map(({ productId }) => productId)}::uuid[],
        ${booked.map(({ lotId }) => lotId)}::uuid[], ${booked.map(({ units }) => units)}::integer[])`.execute(
      tx,
    )
    await changeStock(tx, booked, 1, { cause: 'receipt', receiptId: receipt.id, actor })
    const products = [...new Set(booked.map(({ productId }) => productId))]
    await tx.deleteFrom('purchase_quantities').where('product_id', 'in', products).execute()
    await recordAudit(tx, actor, {
      action: 'stock.receipt',
      subject: subjectOf(receipt),
      after: { supplier, document, units: sumUnits(booked) },
    })
    return { _id: receipt.id, lines: booked }
  })
}

/**
 * Takes a receipt back as a whole.
 *
 * @throws Refusal NOT_FOUND; UNITS_GONE when it was taken back, or some of its units have left
 */
export async function undoReceipt(database: Db, { id, actor }: { id: string; actor: StaffActor }) {
  await inTransaction(database, async (tx) => {
    await lockCatalog(tx, 'shared')
    const receipt = await findReceipt(tx, id, sql`for update of receipts`)
    if (receipt.undoneAt) throw new Refusal('UNITS_GONE', { message: 'Esta recepción ya fue deshecha.' })
    const lines = await readLines(tx, id)
    const { rows: products } = await sql<{ id: string; tradename: string; stock: number }>`
      select id, tradename, stock from products where id = any(${lines.map(({ productId }) => productId)}::uuid[])
      order by id for no key update`.execute(tx)
    const lots = await readLots(
      tx,
      products.map((product) => product.id),
    )
    for (const { id: productId, tradename, stock } of products) {
      const own = lots.get(productId) ?? []
      const left = [
        ...own.map(({ _id, ...lot }) => ({ lotId: _id as string | null, ...lot })),
        { lotId: null, lot: '', expires: null, units: stock - sumUnits(own) },
      ]
      for (const lot of left) {
        const taken = lines.filter((line) => line.productId === productId && line.lotId === lot.lotId)
        if (sumUnits(taken) > lot.units)
          throw new Refusal('UNITS_GONE', {
            message: `Ya salieron unidades de ${tradename}, ${lotInWords(lot)}: quedan ${lot.units} de ${sumUnits(taken)}.`,
          })
      }
    }
    await sql`update receipts set undone_at = now() where id = ${id}`.execute(tx)
    await changeStock(tx, lines, -1, { cause: 'receipt-undo', receiptId: id, actor })
    await recordAudit(tx, actor, {
      action: 'stock.receipt-undo',
      subject: subjectOf({ id, number: receipt.number }),
    })
  })
}

const subjectOf = ({ id, number }: { id: string; number: number }) => ({
  kind: 'receipt',
  id,
  label: `Recepción N° ${number}`,
})

type Change = { cause: 'receipt' | 'receipt-undo'; receiptId: string; actor: StaffActor }

/** Adds or removes the units of lines of locked products. */
async function changeStock(
  tx: Tx,
  lines: readonly BookedLine[],
  sign: 1 | -1,
  { receiptId, ...move }: Change,
) {
  const changes = lines.flatMap(({ productId, lotId, units }): LotChange[] =>
    lotId ? [{ productId, lotId, change: sign * units }] : [],
  )
  await moveLots(tx, changes)
  const units = lines.map(({ productId, units }) => ({ productId, units: sign * units }))
  await addUnits(tx, units, { ...move, reference: receiptId }, changes)
}

/**
 * Reads the lines, and locks their products.
 *
 * @throws Refusal BAD_INPUT
 */
async function lockLines(tx: Tx, sent: readonly SentReceiptLine[]): Promise<Omit<BookedLine, 'lotId'>[]> {
  const issues: { path: string; message: string }[] = []
  const refuse = (index: number, field: string, message: string) =>
    issues.push({ path: `lines.${index}.${field}`, message })
  const year = new Date().getUTCFullYear()
  const read = sent.map(({ scan, ...line }, index) => {
    const code: Gs1 | undefined = scan === undefined ? {} : readGs1(scan, year)
    if (!code) refuse(index, 'scan', 'No es un código GS1 válido.')
    return {
      productId: line.productId ?? null,
      code: line.barcode || (code?.gtin ?? null),
      lot: line.lot || (code?.lot ?? ''),
      expires: line.expires ?? code?.expires ?? null,
      units: line.units,
    }
  })
  const { rows } = await sql<{ place: string; id: string; stock: number }>`
    with found as materialized (
      select place, coalesce(products.id, case when written.id is null then ${idOfCode(sql`written.code`)} end) as product_id
      from unnest(${read.map(({ productId }) => productId)}::text[], ${read.map(({ code }) => code)}::text[])
        with ordinality as written (id, code, place)
      left join products on products.id::text = lower(written.id)
    )
    select place, products.id, stock from found join products on products.id = product_id
    order by products.id for no key update of products`.execute(tx)
  const products = new Map(rows.map((row) => [Number(row.place) - 1, row]))
  const stocks = new Map(rows.map(({ id, stock }) => [id, stock]))
  const lines = read.map(({ productId, code, ...line }, index) => {
    const product = products.get(index)
    if (!product) {
      if (productId !== null) refuse(index, 'productId', 'Este producto no existe.')
      else if (code !== null) refuse(index, 'barcode', 'Ningún producto tiene este código.')
      else if (sent[index]!.scan === undefined) refuse(index, 'barcode', 'Escribe un código.')
      return { ...line, productId: '' }
    }
    const stock = stocks.get(product.id)! + line.units
    stocks.set(product.id, stock)
    if (stock > MAX_STOCK) refuse(index, 'units', 'El stock no puede pasar de 1.000.000.')
    return { ...line, productId: product.id }
  })
  if (issues.length > 0) throw new Refusal('BAD_INPUT', { issues })
  return lines
}
