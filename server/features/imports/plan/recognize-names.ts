import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ImportReport } from '#contract/import-report.ts'
import { NO_LABORATORY } from '#contract/product-fields.ts'
import { barcodeKeys } from '#domain/barcodes.ts'
import {
  identityOf,
  type NamedProduct,
  type ProductName,
  ProductNames,
  readProductName,
} from '#domain/product-name.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { chunks, codeOf, nameOfRow, ownCodeKey, rowKey, type WorkbookRow } from '../rows/workbook-rows.ts'

/** The product of a row without a code, recognised by its name. */
export type Recognized = {
  /** The key by which the next list of the source finds the product. */
  identity: string
  /** Null for a product that the shop hasn't got. */
  productId: string | null
  /** Set when the product is only similar, and no person has decided yet whether it is the same. */
  pair?: { product: ShopProduct; proposed: 'same' | 'other' }
}

/** The row's product, or null for a new one, by `rowKey`. */
type RecognizedRows = ReadonlyMap<string, Recognized>

export type ShopProduct = NamedProduct & { _id: string; code: string }

/** Lists with the same headings come from the same source. */
export function sourceOf(sheets: ImportReport['sheets']): string {
  const read = sheets.filter(({ state }) => state === 'read')
  const keys = new Set(read.flatMap(({ columns = [] }) => columns.map(({ key }) => key)))
  return createHash('sha256')
    .update([...keys].toSorted().join('\n'))
    .digest('hex')
}

export const isKnownSource = async (database: Db | Tx, source: string): Promise<boolean> =>
  (await database
    .selectFrom('import_names')
    .select('source')
    .where('source', '=', source)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Finds the products of rows without a code, in the order of the file: as decided before for the source, else by name, laboratory and content. Of the rest, the most
 * similar pairs are proposed. No two names get the same product, and none a product that a row's code names.
 */
export async function recognizeRows(
  tx: Tx,
  rows: readonly WorkbookRow[],
  source: string,
): Promise<RecognizedRows> {
  const keys = new Map<string, string[]>()
  const open = new Map<string, ProductName>()
  for (const row of rows) {
    if (codeOf(row) !== '' || !row.fields.tradename) continue
    const name = nameOfRow(row)
    const identity = identityOf(name)
    const known = keys.get(identity)
    // Rows of one name are one product: the plan finds the later ones repeated.
    if (known) known.push(rowKey(row))
    else {
      keys.set(identity, [rowKey(row)])
      open.set(identity, name)
    }
  }
  if (open.size === 0) return new Map()
  const found = new Map<string, Omit<Recognized, 'identity'>>()
  const taken = new Set<string>()
  const take = (identity: string, productId: string, pair?: Recognized['pair']) => {
    if (!open.has(identity) || taken.has(productId)) return
    open.delete(identity)
    taken.add(productId)
    found.set(
      identity,
      pair ? { productId: pair.proposed === 'other' ? null : productId, pair } : { productId },
    )
  }
  const decided = await readDecided(tx, source)
  for (const identity of [...open.keys()]) {
    const productId = decided.get(identity)
    if (productId) take(identity, productId)
  }
  const products = await readShopProducts(tx)
  takeCoded(rows, products, taken)
  const names = new ProductNames<ShopProduct>()
  for (const product of products) names.add(readProductName(product), product)
  // Equal names come first, so that a name without a content doesn't take the product of a row that has it.
  for (const isWhole of [true, false])
    for (const [identity, name] of [...open]) {
      const same = names.findSame(name, isWhole).filter(({ _id }) => !taken.has(_id))
      const [product, ...others] = same
      if (product) take(identity, product._id, others.length > 0 ? { product, proposed: 'same' } : undefined)
    }
  for (const { identity, product, isProbable } of await likePairs(open, names, taken))
    take(identity, product._id, { product, proposed: isProbable ? 'same' : 'other' })
  return new Map(
    [...keys].flatMap(([identity, rows]) =>
      rows.map((row) => [row, { identity, ...(found.get(identity) ?? { productId: null }) }] as const),
    ),
  )
}

/** The similar products of names, the most similar pair first. */
async function likePairs(
  open: ReadonlyMap<string, ProductName>,
  names: ProductNames<ShopProduct>,
  taken: ReadonlySet<string>,
) {
  const pairs: { identity: string; product: ShopProduct; isProbable: boolean; score: number }[] = []
  for (const part of chunks([...open])) {
    for (const [identity, name] of part)
      for (const { item: product, ...likeness } of names.findSimilar(name))
        if (!taken.has(product._id)) pairs.push({ identity, product, ...likeness })
    // Other requests are answered in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return pairs.sort((a, b) => Number(b.isProbable) - Number(a.isProbable) || b.score - a.score)
}

async function readDecided(tx: Tx, source: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('import_names')
    .select(['identity', 'product_id'])
    .where('source', '=', source)
    .execute()
  return new Map(rows.map(({ identity, product_id }) => [identity, product_id]))
}

async function readShopProducts(tx: Tx) {
  const { rows } = await sql<ShopProduct & { barcode: string; ownCode: string }>`
    select products.id as "_id", tradename as name, quantity as content, barcode, own_code as "ownCode",
      case when suppliers.name = ${NO_LABORATORY} then '' else suppliers.name end as laboratory,
      coalesce(nullif(barcode, ''), own_code) as code
    from products join suppliers on suppliers.id = supplier_id order by products.id`.execute(tx)
  return rows
}

function takeCoded(
  rows: readonly WorkbookRow[],
  products: Awaited<ReturnType<typeof readShopProducts>>,
  taken: Set<string>,
) {
  const codes = new Set<string>()
  for (const { barcode, fields } of rows) {
    for (const key of barcodeKeys(barcode)) codes.add(key)
    if (fields.ownCode) codes.add(ownCodeKey(fields.ownCode))
  }
  for (const { _id, barcode, ownCode } of products)
    if (barcodeKeys(barcode).some((key) => codes.has(key)) || codes.has(ownCodeKey(ownCode))) taken.add(_id)
}

export async function rememberNames(
  tx: Tx,
  source: string,
  rows: readonly { identity: string; productId: string }[],
): Promise<void> {
  for (const chunk of chunks(rows))
    await sql`
      insert into import_names (source, identity, product_id)
      select ${source}, identity, id from unnest(
        ${chunk.map(({ identity }) => identity)}::text[], ${chunk.map(({ productId }) => productId)}::uuid[]) as row (identity, id)
      on conflict (source, identity) do update set product_id = excluded.product_id`.execute(tx)
}

const PREFIX = 'BOT-'

/** Gives new own codes, which no product has or had: `BOT-000042`. */
export async function giveCodes(tx: Tx, count: number): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    const { rows } = await sql<{ code: string }>`
      with given as (
        insert into given_codes (given_at) select now() from generate_series(1, ${count - codes.length}::int) returning number
      ), code as (select ${PREFIX} || lpad(number::text, 6, '0') as code from given)
      select code from code
      where not exists (select from products where fold(own_code) collate "C" = fold(code) and own_code <> '')
      order by code`.execute(tx)
    codes.push(...rows.map(({ code }) => code))
  }
  return codes
}
