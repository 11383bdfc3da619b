import { sql } from 'kysely'
import { mapProductFields } from '#contract/product-fields.ts'
import type { ProductValues } from '#contract/products.ts'
import type { Tx } from '../../database/schema.ts'
import { PRODUCT_JOINS, PRODUCT_SELECT } from '../products/queries.ts'
import type { Recognized } from './recognize-names.ts'
import type { WorkbookRow } from './workbook-rows.ts'

/** The state of a product before an import. */
export type CurrentProduct = {
  id: string
  version: number
  /** The stock as last counted; null if it was never counted. */
  countedStock: number | null
  values: ProductValues
}

/** A code of a row. */
type Code = {
  written: string
  /** The comparison key, equal for 0736… and 736…. */
  key: string
}

/** The products of the catalogue that match a row. */
export type Match = {
  codes: Code[]
  /** The row's codes that no product has. */
  newCodes: Code[]
  /** Products with one of the row's codes or its own code; for a row without any, products of its name without barcodes. */
  products: CurrentProduct[]
  /** The identity of a row that is recognised by name; its product may be new. */
  identity?: string
  /** The name of the product that the row nearly is, where nobody can be asked. */
  near?: string
}

/**
 * Finds the matching products of rows, in the rows' order, without locks.
 *
 * @param recognized the rows' products by name, where they have no code
 */
export async function findMatches(
  tx: Tx,
  rows: readonly WorkbookRow[],
  recognized: readonly (Recognized | undefined)[] = [],
): Promise<Match[]> {
  const { rows: codes } = await sql<{
    place: number
    written: string
    key: string
    productId: string | null
  }>`
    select place::int, written, key, product_id as "productId"
    from unnest(${rows.map(({ barcode }) => barcode)}::text[]) with ordinality as row (barcode, place)
    cross join lateral (select written, barcode_key(written) as key from barcode_codes(barcode) written) code
    left join product_barcodes on product_barcodes.code = key
    order by place`.execute(tx)
  const found = rows.map(() => ({ codes: [] as Code[], newCodes: [] as Code[], ids: new Set<string>() }))
  for (const { place, written, key, productId } of codes) {
    const match = found[place - 1]!
    if (match.codes.some((code) => code.key === key)) continue
    match.codes.push({ written, key })
    if (productId) match.ids.add(productId)
    else match.newCodes.push({ written, key })
  }
  for (const { place, id } of await findByOwnCode(tx, rows)) found[place]!.ids.add(id)
  for (const { place, id } of await findByName(tx, rows, found))
    if (!recognized[place]) found[place]!.ids.add(id)
  for (const [place, one] of recognized.entries()) {
    const id = one?.pair?.product._id ?? one?.productId
    if (id) found[place]!.ids.add(id)
  }
  const products = await readProducts(tx, [...new Set(found.flatMap(({ ids }) => [...ids]))])
  return found.map(({ ids, ...match }, place) => ({
    ...match,
    ...(recognized[place] && { identity: recognized[place].identity }),
    products: [...ids].flatMap((id) => products.get(id) ?? []),
  }))
}

async function findByOwnCode(tx: Tx, rows: readonly WorkbookRow[]) {
  const coded = rows.flatMap(({ fields: { ownCode } }, place) => (ownCode ? [{ place, ownCode }] : []))
  if (coded.length === 0) return []
  const { rows: products } = await sql<{ place: number; id: string }>`
    select place, id
    from unnest(${coded.map(({ place }) => place)}::int[], ${coded.map(({ ownCode }) => ownCode)}::text[]) as row (place, code)
    join products on fold(own_code) collate "C" = fold(code) and own_code <> ''`.execute(tx)
  return products
}

/** The products without a barcode that have the name of a row without any code. */
async function findByName(tx: Tx, rows: readonly WorkbookRow[], found: { codes: Code[] }[]) {
  const named = rows.flatMap(({ fields }, place) =>
    found[place]!.codes.length === 0 && !fields.ownCode && fields.tradename
      ? [{ place, name: fields.tradename }]
      : [],
  )
  if (named.length === 0) return []
  const { rows: products } = await sql<{ place: number; id: string }>`
    select place, id
    from unnest(${named.map(({ place }) => place)}::int[], ${named.map(({ name }) => name)}::text[]) as row (place, name)
    join products on sort_key = fold(name) and barcode = ''`.execute(tx)
  return products
}

/** Reads products by id. */
export async function readProducts(tx: Tx, ids: readonly string[]): Promise<Map<string, CurrentProduct>> {
  // A join, because `any` would compare each product with each id.
  type Row = ProductValues & { _id: string; rowVersion: number; countedStock: number | null }
  const { rows } = await sql<Row>`
    select ${PRODUCT_SELECT}, products.version as "rowVersion", counted_stock as "countedStock"
    from unnest(${ids}::uuid[]) wanted (id) join products on products.id = wanted.id ${PRODUCT_JOINS}`.execute(
    tx,
  )
  return new Map(
    rows.map((row) => [
      row._id,
      { id: row._id, version: row.rowVersion, countedStock: row.countedStock, values: pickFields(row) },
    ]),
  )
}

const pickFields = (row: ProductValues) => mapProductFields((_, field) => row[field]) as ProductValues
