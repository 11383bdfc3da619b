import { type RawBuilder, sql } from 'kysely'
import { BATCH_SIZE, inBatches } from './in-batches.ts'
import {
  BY_ID,
  conditionsOf,
  type IndexRange,
  keysIn,
  keysInOrder,
  keysOf,
  type List,
  ordered,
  sortKeys,
} from './list-keys.ts'
import { limitTo, type PageRequest, type RowRange, rowRange } from './paging.ts'
import type { Db } from './schema.ts'
import { where } from './where.ts'

type Sql = RawBuilder<unknown>

/** Rows of a page when neither the client nor the list names a size. */
const PAGE_SIZE = 10

/** The most rows that an index scan skips quickly. */
const MAX_QUICK_OFFSET = 1_000

/** The most rows that are counted where each takes long to check, as for a search. */
export const MAX_COUNTED = 10_000

/** The number of a list's rows; with `more`, counting stopped there. */
export type Counted = { total: number; more?: true }
export type Page<Row> = { rows: Row[] } & Counted

/**
 * Reads one page of a list, and the total. The page is cut on the index before anything is joined, so that only its own
 * rows are looked up.
 */
export async function listPage<Row>(database: Db, request: PageRequest, list: List): Promise<Page<Row>> {
  const wanted = rowRange(request, list.pageSize ?? PAGE_SIZE)
  if (list.few || (request.search && list.filters?.length)) return searchPage(database, list, wanted)
  const forwards = { ...wanted, backwards: false }
  if (wanted.offset <= MAX_QUICK_OFFSET) {
    const page = await readCounted<Row>(database, list, forwards, totalOf(list))
    if (page.total !== undefined) return { rows: page.rows, ...countedOf(list, page.total) }
  }
  const counted = countedOf(list, await readTotal(database, totalOf(list)))
  const range = counted.more ? forwards : nearerEnd(wanted, counted.total)
  if (!range) return { rows: [], ...counted }
  const rows = await readRows<Row>(database, list, range)
  return { rows: range.backwards ? rows.reverse() : rows, ...counted }
}

/** The first rows of a list, in its order. */
export const listFirst = <Row>(database: Db, list: List, limit: number): Promise<Row[]> =>
  readRows<Row>(database, list, { offset: 0, limit, backwards: false })

/**
 * Reads all rows of a list in its order, each batch after the last row of the one before it: the cost doesn't grow with the rows that
 * were read. All sort columns of the list have the same direction, and no nulls.
 */
export const eachBatch = <Row>(database: Db, list: List, size = BATCH_SIZE): AsyncGenerator<Row[]> => {
  const keys = sortKeys(list)
  const texts = keys.map(({ name }) => sql`${sql.ref(`page.${name}`)}::text as ${sql.ref(`last_${name}`)}`)
  const columns = sql.join([list.columns, ...texts])
  const values = sql.join(keys.map(({ value }) => value))
  return inBatches<Row & Record<string, unknown>>((last) => {
    const beyond = last && sql.join(keys.map(({ name }) => sql`${last[`last_${name}`]}`))
    const after = list.direction === 'asc' ? sql`(${values}) > (${beyond})` : sql`(${values}) < (${beyond})`
    const filters = [...(list.filters ?? []), ...(beyond ? [after] : [])]
    return readRows(database, { ...list, columns, filters }, { offset: 0, limit: size, backwards: false })
  }, size)
}

/** The range, read from the nearer end of the index, so that the last page costs as much as the first; undefined for an empty range. */
function nearerEnd({ offset, limit }: RowRange, total: number): IndexRange | undefined {
  if (offset >= total) return undefined
  if (offset <= total / 2) return { offset, limit, backwards: false }
  const rest = total - offset
  return { offset: Math.max(0, rest - limit), limit: Math.min(limit, rest), backwards: true }
}

/**
 * Reads a page of a search, or of a list with few rows: few rows are found by the search index and sorted; many are read along the index of the order until the page
 * is full.
 */
async function searchPage<Row>(database: Db, list: List, wanted: RowRange): Promise<Page<Row>> {
  const ranked = list.rank ? { ...list, orderBy: [{ value: list.rank }, ...(list.orderBy ?? BY_ID)] } : list
  const opening = sql`with found as materialized (${keysOf(ranked)} limit ${sql.lit(MAX_COUNTED + 1)})`
  const found = sql`select count(*)::int as total from found`
  const forwards = { ...wanted, backwards: false }
  const page = await readCounted<Row>(database, ranked, forwards, found, {
    opening,
    keys: sql`select * from found`,
  })
  const counted = countedUpTo(page.total ?? (await readTotal(database, sql`${opening} ${found}`)))
  if (!counted.more) return { rows: page.rows, ...counted }
  return { rows: await readRows(database, list, forwards, { keys: keysInOrder(list) }), ...counted }
}

type Reading = {
  /** A query of the ids and sort keys to cut the page from. */
  keys?: Sql
  /** A `with` clause that `keys` names. */
  opening?: Sql
}

/** Cuts a range from the keys, and joins the columns of its rows. */
async function readRows<Row>(
  database: Db,
  list: List,
  range: IndexRange,
  { keys = keysIn(list, range), opening = sql`` }: Reading = {},
): Promise<Row[]> {
  const order = (prefix: string) =>
    ordered(
      list,
      range.backwards,
      sortKeys(list).map(({ name, descending }) => ({ value: sql.ref(prefix + name), descending })),
    )
  const table = sql.table(list.table)
  const { rows } = await sql<Row>`
    ${opening} select ${list.columns}
    from (select * from (${keys}) keys order by ${order('')} ${limitTo(range)}) page
    join ${table} on ${sql.ref(`${list.table}.id`)} = page.row_id ${list.joins ?? sql``}
    order by ${order('page.')}`.execute(database)
  return rows
}

/** Reads rows and the total by one statement. The total is 0 for an empty first page, and undefined for any other empty page. */
async function readCounted<Row>(
  database: Db,
  list: List,
  range: IndexRange,
  total: Sql,
  reading?: Reading,
): Promise<{ rows: Row[]; total?: number }> {
  const columns = sql`${list.columns}, (${total}) as counted_rows`
  const rows = await readRows<Row & { counted_rows: number }>(database, { ...list, columns }, range, reading)
  return {
    rows: rows.map(({ counted_rows: _, ...row }) => row as unknown as Row),
    total: rows[0]?.counted_rows ?? (range.offset === 0 ? 0 : undefined),
  }
}

/** A query for the number of a list's rows. */
function totalOf(list: List): Sql {
  if (!list.bounded)
    return sql`select count(*)::int as total from ${sql.table(list.table)} ${where(conditionsOf(list))}`
  const limit = MAX_COUNTED + 1
  return sql`select count(*)::int as total from (
    select from (${keysIn(list, { offset: 0, limit, backwards: false })}) found limit ${sql.lit(limit)}) counted`
}

async function readTotal(database: Db, query: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`${query}`.execute(database)
  return rows[0]!.total
}

const countedOf = (list: List, total: number): Counted => (list.bounded ? countedUpTo(total) : { total })

const countedUpTo = (total: number): Counted =>
  total > MAX_COUNTED ? { total: MAX_COUNTED, more: true } : { total }
