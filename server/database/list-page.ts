import { type RawBuilder, sql } from 'kysely'
import { BATCH_SIZE, inBatches } from './in-batches.ts'
import type { Db } from './schema.ts'
import { where } from './where.ts'

type Sql = RawBuilder<unknown>

/** The most rows in the answer when the client asks for no page. */
const MAX_ROWS = 1_000

/** The page that a client asks for. Pages start at 1. */
export type PageRequest = { page?: number; pageSize?: number; search?: string }

/** A range of a list: the rows to skip, and the most rows to read. */
type RowRange = { offset: number; limit: number }

/** The rows of one page; without a page and a page size, the first {@link MAX_ROWS} rows. */
function rowRange({ page, pageSize }: PageRequest, defaultSize: number): RowRange {
  if (page === undefined && pageSize === undefined) return { offset: 0, limit: MAX_ROWS }
  const limit = pageSize ?? defaultSize
  return { offset: ((page ?? 1) - 1) * limit, limit }
}

/**
 * The `limit` clause of a range, with literals: for a parameter, the planner assumes a tenth of the table, and may choose to scan all of
 * it.
 */
const limitTo = ({ limit, offset }: RowRange): Sql =>
  offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${sql.lit(limit)} offset ${offset}`

/** A column of the list's table, or an expression; `descending` reverses the list's direction for this column. */
type SortColumn = string | { value: Sql; descending?: boolean }

/** The few wanted values of the index's first column. The entries of each are read in the list's order up to the page's end, and merged. */
type Parts = { column: string; values: readonly string[] }

/** The parts of a list's query. */
export type List = {
  table: string
  /** The columns to select. */
  columns: Sql
  /** Joins that `columns` needs. */
  joins?: Sql
  /** Conditions that the index of `orderBy` covers. They name columns of the table alone, as the total is counted without joins. */
  scope?: Sql[]
  /** All other conditions, also of the table alone but for a search. */
  filters?: Sql[]
  /** Whether few rows meet the conditions, which take long to check: the rows are then found once, for the total and the page. */
  findBeforeSorting?: boolean
  /** Whether counting stops at {@link MAX_COUNTED}, because the conditions take long to check. */
  limitCount?: boolean
  /**
   * The sort columns; the last is unique; absent: the id. An index has them after the columns of `scope`, or after the column of
   * `parts`.
   */
  orderBy?: readonly SortColumn[]
  /** Absent: descending, the newest first. */
  direction?: 'asc' | 'desc'
  /** Joins that `orderBy` needs. */
  sortJoins?: Sql
  /** Sorts a search's rows before `orderBy`, lowest rank first. More than {@link MAX_COUNTED} rows are sorted by `orderBy` alone. */
  rank?: Sql
  parts?: Parts
  pageSize?: number
}

/** A range of an index, read forwards from its start or backwards from its end. */
type IndexRange = RowRange & { backwards: boolean }

type SortKey = { name: string; value: Sql; descending: boolean }

/** The default of `orderBy`. */
const BY_ID: readonly SortColumn[] = ['id']

const sortKeys = ({ table, orderBy = BY_ID }: List): SortKey[] =>
  orderBy.map((column, index) => {
    const { value, descending = false } =
      typeof column === 'string' ? { value: sql.ref(`${table}.${column}`) } : column
    return { name: `key_${index}`, value, descending }
  })

/** The expressions after `order by`. */
const ordered = ({ direction = 'desc' }: List, backwards: boolean, keys: Omit<SortKey, 'name'>[]) =>
  sql.join(
    keys.map(({ value, descending }) => {
      const turns = [direction === 'desc', backwards, descending].filter(Boolean).length
      return sql`${value} ${turns % 2 === 1 ? sql`desc` : sql`asc`}`
    }),
  )

/** The id and the sort keys of a row. */
const selectKeys = (list: List) =>
  sql`select ${sql.ref(`${list.table}.id`)} as row_id, ${sql.join(
    sortKeys(list).map(({ name, value }) => sql`${value} as ${sql.ref(name)}`),
  )}`

const scopeOf = ({ table, scope = [], parts }: List): Sql[] =>
  parts ? [sql`${sql.ref(`${table}.${parts.column}`)} = any(${parts.values}::text[])`, ...scope] : scope

/** All conditions of a list. */
const conditionsOf = (list: List) => [...scopeOf(list), ...(list.filters ?? [])]

const tableOf = ({ table, sortJoins = sql`` }: List) => sql`${sql.table(table)} ${sortJoins}`

/** A query of the ids and sort keys of all rows, without an order. */
const keysOf = (list: List): Sql =>
  sql`${selectKeys(list)} from ${tableOf(list)} ${where(conditionsOf(list))}`

/**
 * A query of the ids and sort keys from which a range is cut. PostgreSQL merges the parts as it reads them, each up to the range's end. That
 * limit is rounded up to a power of two, so that few different statements are prepared.
 */
function keysIn(list: List, { offset, limit, backwards }: IndexRange): Sql {
  const { table, parts } = list
  if (!parts?.values.length) return keysOf(list)
  const others = conditionsOf({ ...list, parts: undefined })
  const enough = limitTo({ offset: 0, limit: 2 ** Math.ceil(Math.log2(offset + limit)) })
  const part = (value: string) => sql`(
    ${selectKeys(list)} from ${tableOf(list)}
    ${where([sql`${sql.ref(`${table}.${parts.column}`)} = ${sql.lit(value)}`, ...others])}
    order by ${ordered(list, backwards, sortKeys(list))} ${enough})`
  return sql.join(parts.values.map(part), sql` union all `)
}

/** The keys in the order of an index: `offset 0` keeps PostgreSQL from finding and sorting all rows. */
function keysInOrder(list: List): Sql {
  if (list.orderBy?.some((column) => typeof column !== 'string')) return keysOf(list)
  const table = sql.table(list.table)
  return sql`${selectKeys(list)} from (
    select * from ${table} ${where(scopeOf(list))} order by ${ordered(list, false, sortKeys(list))} offset 0
  ) ${table} ${where(list.filters ?? [])}`
}

/** Rows of a page when neither the client nor the list names a size. */
const PAGE_SIZE = 10

/** The most rows that an index scan skips quickly. */
const MAX_QUICK_OFFSET = 1_000

/** The most rows that are counted where each takes long to check, as for a search. */
export const MAX_COUNTED = 10_000

/** The number of a list's rows; with `more`, counting stopped there. */
export type Counted = { total: number; more?: true }
export type Page<Row> = { data: Row[] } & Counted

/**
 * Reads one page of a list, and the total. The page is cut on the index before anything is joined, so that only its own
 * rows are looked up.
 */
export async function listPage<Row>(database: Db, request: PageRequest, list: List): Promise<Page<Row>> {
  const wanted = rowRange(request, list.pageSize ?? PAGE_SIZE)
  if (list.findBeforeSorting || (request.search && list.filters?.length))
    return searchPage(database, list, wanted)
  const forwards = { ...wanted, backwards: false }
  if (wanted.offset <= MAX_QUICK_OFFSET) {
    const page = await readCounted<Row>(database, list, forwards, totalOf(list))
    if (page.total !== undefined) return { data: page.data, ...countedOf(list, page.total) }
  }
  const counted = countedOf(list, await readTotal(database, totalOf(list)))
  const range = counted.more ? forwards : nearerEnd(wanted, counted.total)
  if (!range) return { data: [], ...counted }
  const rows = await readRows<Row>(database, list, range)
  return { data: range.backwards ? rows.reverse() : rows, ...counted }
}

/** The first rows of a list, in its order. */
export const listFirst = <Row>(database: Db, list: List, limit: number): Promise<Row[]> =>
  readRows<Row>(database, list, { offset: 0, limit, backwards: false })

/**
 * Reads all rows of a list in its order. Each batch starts after the last row of the previous batch, so that the cost doesn't grow with
 * the rows that were read. All sort columns of the list must have the same direction, and no nulls.
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
 * Reads a page of a search, or of a list that `findBeforeSorting`. Up to {@link MAX_COUNTED} rows are found first and then sorted; more rows are
 * read in the order of the index of `orderBy` until the page is full.
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
  if (!counted.more) return { data: page.data, ...counted }
  return { data: await readRows(database, list, forwards, { keys: keysInOrder(list) }), ...counted }
}

type Reading = {
  /** A query of the ids and sort keys to cut the page from. */
  keys?: Sql
  /** A `with` clause that `keys` uses. */
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
): Promise<{ data: Row[]; total?: number }> {
  const columns = sql`${list.columns}, (${total}) as counted_rows`
  const rows = await readRows<Row & { counted_rows: number }>(database, { ...list, columns }, range, reading)
  return {
    data: rows.map(({ counted_rows: _, ...row }) => row as unknown as Row),
    total: rows[0]?.counted_rows ?? (range.offset === 0 ? 0 : undefined),
  }
}

/** A query for the number of a list's rows. */
function totalOf(list: List): Sql {
  if (!list.limitCount)
    return sql`select count(*)::int as total from ${sql.table(list.table)} ${where(conditionsOf(list))}`
  const limit = MAX_COUNTED + 1
  return sql`select count(*)::int as total from (
    select from (${keysIn(list, { offset: 0, limit, backwards: false })}) found limit ${sql.lit(limit)}) counted`
}

async function readTotal(database: Db, query: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`${query}`.execute(database)
  return rows[0]!.total
}

const countedOf = (list: List, total: number): Counted => (list.limitCount ? countedUpTo(total) : { total })

const countedUpTo = (total: number): Counted =>
  total > MAX_COUNTED ? { total: MAX_COUNTED, more: true } : { total }
