import { type RawBuilder, sql } from 'kysely'
import type { Receipt, ReceiptRow } from '#contract/lots.ts'
import { containsText, wordsOf } from '../../database/like-pattern.ts'
import { listPage, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

const COLUMNS = sql`receipts.id as "_id", number, supplier, document, created_at as date, actor_name as who, undone_at as "undoneAt",
  (select count(distinct product_id)::int from receipt_lines where receipt_id = receipts.id) as products,
  (select sum(units)::int from receipt_lines where receipt_id = receipts.id) as units`

/** The receipts, newest first; a search finds supplier, document and number. */
export function listReceipts(database: Db, query: PageRequest) {
  return listPage<ReceiptRow>(database, query, {
    table: 'receipts',
    columns: COLUMNS,
    filters: wordsOf(query.search).map((word) => containsText('search', word)),
  })
}

/** @throws Refusal NOT_FOUND */
export async function findReceipt(
  database: Db,
  id: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<ReceiptRow> {
  const { rows } = await sql<ReceiptRow>`
    select ${COLUMNS} from receipts where receipts.id = ${id} ${lock}`.execute(database)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/**
 * A receipt with its lines.
 *
 * @throws Refusal NOT_FOUND
 */
export async function readReceipt(database: Db, id: string): Promise<Receipt> {
  return { ...(await findReceipt(database, id)), lines: await readLines(database, id) }
}

/** A line of a receipt; no lot id for units without a lot. */
export type BookedLine = {
  productId: string
  lot: string
  expires: string | null
  units: number
  lotId: string | null
}

export async function readLines(database: Db, receiptId: string) {
  const { rows } = await sql<BookedLine & Receipt['lines'][number]>`
    select receipt_lines.product_id as "productId", tradename, barcode, receipt_lines.units, coalesce(code, '') as lot,
      to_char(expires_on, 'YYYY-MM-DD') as expires, lot_id as "lotId"
    from receipt_lines join products on products.id = receipt_lines.product_id left join lots on lots.id = lot_id
    where receipt_id = ${receiptId} order by position`.execute(database)
  return rows
}
