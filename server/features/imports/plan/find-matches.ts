import { type RawBuilder, sql } from 'kysely'
import { mapProductFields } from '#contract/product-fields.ts'
import type { ProductValues } from '#contract/products.ts'
import { isOneEditApart } from '#domain/one-edit.ts'
import { fold } from '#domain/text.ts'
import type { Tx } from '../../../database/schema.ts'
import { invalidField } from '../../../refusals/refusal.ts'
import { idOfName } from '../../categories-and-suppliers/name-filter.ts'
import { PRODUCT_JOINS, PRODUCT_SELECT } from '../../products/queries.ts'
import type { WorkbookRow } from '../rows/workbook-rows.ts'
import type { Recognized } from './recognize-names.ts'

/** The state of a product before an import. */
export type CurrentProduct = {
  id: string
  version: number
  /** The stock as last counted; null if it was never counted. */
  countedStock: number | null
  values: ProductValues
}

type Code = {
  written: string
  /** The comparison key, equal for 0736… and 736…. */
  key: string
  productId: string | null
}

/** The products of the catalogue that match a row. */
export type Match = {
  codes: Code[]
  /** Products with one of the row's codes or its own code; for a row without any, products of its name without barcodes. */
  products: CurrentProduct[]
  /** The identity of a row that is recognised by name; its product may be new. */
  identity?: string
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
  const { rows: codes } = await sql<Code & { place: number }>`
    select place::int, written, key, product_id as "productId"
    from unnest(${rows.map(({ barcode }) => barcode)}::text[]) with ordinality as row (barcode, place)
    cross join lateral (select written, barcode_key(written) as key from barcode_codes(barcode) written) code
    left join product_barcodes on product_barcodes.code = key
    order by place`.execute(tx)
  const found = rows.map(() => ({ codes: [] as Code[], ids: new Set<string>() }))
  for (const { place, ...code } of codes) {
    const match = found[place - 1]!
    if (match.codes.some(({ key }) => key === code.key)) continue
    match.codes.push(code)
    if (code.productId) match.ids.add(code.productId)
  }
  const coded = rows.map(({ fields: { ownCode = '' } }) => ownCode)
  // A row without any code may be the product of its name that has no barcode.
  const named = rows.map(({ fields }, place) =>
    found[place]!.codes.length > 0 || fields.ownCode || recognized[place] ? '' : (fields.tradename ?? ''),
  )
  const isCoded = sql`fold(own_code) collate "C" = fold(text) and own_code <> ''`
  const isNamed = sql`sort_key = fold(text) and barcode = ''`
  for (const { place, id } of await findBy(tx, coded, isCoded)) found[place]!.ids.add(id)
  for (const { place, id } of await findBy(tx, named, isNamed)) found[place]!.ids.add(id)
  for (const [place, one] of recognized.entries()) {
    const id = one?.pair?.product._id ?? one?.productId
    if (id) found[place]!.ids.add(id)
  }
  const products = await readCurrentProducts(tx, [...new Set(found.flatMap(({ ids }) => [...ids]))])
  return found.map(({ ids, ...match }, place) => ({
    ...match,
    ...(recognized[place] && { identity: recognized[place].identity }),
    products: [...ids].flatMap((id) => products.get(id) ?? []),
  }))
}

/** Finds products by a `text` of each row; an empty one finds none. */
async function findBy(tx: Tx, texts: readonly string[], isProduct: RawBuilder<unknown>) {
  if (texts.every((text) => text === '')) return []
  const { rows } = await sql<{ place: number; id: string }>`
    select place::int - 1 as place, id from unnest(${texts}::text[]) with ordinality as row (text, place)
    join products on ${isProduct} where text <> ''`.execute(tx)
  return rows
}

export async function readCurrentProducts(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, CurrentProduct>> {
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

type NameTable = 'categories' | 'suppliers'
/** `isReserved`: the name stands for every name in comma lists and paths, so no product has it. */
type Name = { name: string; isNew: boolean; isReserved: boolean }

/** Maps a workbook's spelling of a category or supplier to the catalogue's. */
export type Names = ReadonlyMap<string, Name>

/**
 * Finds names, ignoring case and accents. New names that differ only in case or accents get the spelling of the
 * first.
 *
 * @param merged replacement names by name, compared without case and accents
 * @throws Refusal BAD_INPUT for a merge into a name that is neither known nor written
 */
export async function findNames(
  tx: Tx,
  table: NameTable,
  written: ReadonlySet<string>,
  merged: Record<string, string> = {},
): Promise<Names> {
  const requested = [...written, ...Object.keys(merged), ...Object.values(merged)]
  // PostgreSQL folds more than fold() of domain/text.ts does, such as the quotes and dashes of typesetting.
  const { rows } = await sql<{ written: string; key: string; known: string | null }>`
    select requested.name as written, fold(requested.name) as key, found.name as known
    from unnest(${requested}::text[]) with ordinality as requested (name, place)
    left join ${sql.table(table)} found on found.id = ${idOfName(table, sql`requested.name`)}
    order by place`.execute(tx)
  const keys = new Map(rows.map(({ written: name, key }) => [name, key]))
  const keyOf = (name: string) => keys.get(name) ?? ''
  const byKey = new Map<string, Name>()
  // A merge can't create a category; only the workbook can.
  for (const { written: name, key, known } of rows)
    if (known !== null || (written.has(name) && !byKey.has(key)))
      byKey.set(key, { name: known ?? name, isNew: known === null, isReserved: key === 'all' })
  const missing = Object.values(merged).find((to) => !byKey.has(keyOf(to)))
  if (missing !== undefined) {
    const field = table === 'categories' ? 'mergeCategories' : 'mergeLaboratories'
    throw invalidField(field, `«${missing}» ya no existe. Elige otro nombre.`)
  }
  const targets = new Map(Object.entries(merged).map(([from, to]) => [keyOf(from), keyOf(to)]))
  return new Map([...written].map((name) => [name, byKey.get(targets.get(keyOf(name)) ?? keyOf(name))!]))
}

/** The most names to compare: the number of comparisons grows with its square. */
const MAX_NAMES = 300

/**
 * Finds names that nearly equal new ones: "ANTICOAGULANTE" and "Anticoagulantes", or "Andnio" and "Andino".
 *
 * @param names the new names, the most important first; an earlier one is the match when no existing name is similar
 * @returns the similar names of the first 300
 */
export async function findSimilarNames(
  tx: Tx,
  table: NameTable,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(tx)
  const others = rows.map(({ name }) => ({ name, words: stemsOf(name) }))
  const similar = new Map<string, string>()
  for (const name of names.slice(0, MAX_NAMES)) {
    const words = stemsOf(name)
    const found =
      others.find((other) => other.words.join('') === words.join('')) ??
      others.find((other) => areSlips(words, other.words))
    // Where the match is a new name with a match of its own, both are merged with that one.
    if (found) similar.set(name, similar.get(found.name) ?? found.name)
    others.push({ name, words })
  }
  return similar
}

/** A name's words in the singular, without "Laboratorio", "S.A." and the like; all of them when no other remains. */
function stemsOf(name: string): string[] {
  const singular = (text: string) =>
    (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/e?s?$/, ''))
  const words = singular(
    fold(name).replace(/\b(laborator(y|ios?|ies)|lab|s\.? ?a\.?|ltda|spa)(?!\p{L})\.?/gu, ' '),
  )
  return words.length > 0 ? words : singular(fold(name))
}

/** A word so long that a typing error or another ending hardly turns it into another word. */
const LONG_WORD = /^\p{L}{5,}$/u

/** Whether two names differ in long words only, each by a typing error or a few letters more at its end. */
const areSlips = (words: readonly string[], others: readonly string[]) =>
  words.length === others.length &&
  words.every((word, at) => {
    const other = others[at]!
    if (word === other) return true
    if (!LONG_WORD.test(word) || !LONG_WORD.test(other)) return false
    return isOneEditApart(word, other) || word.startsWith(other) || other.startsWith(word)
  })
