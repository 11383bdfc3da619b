import { type RawBuilder, sql } from 'kysely'
import { limitTo, type PageRequest, type RowRange, rowRange } from './paging.ts'
import type { Database, Db } from './schema.ts'

type Sql = RawBuilder<unknown>

/** Rows of a page when the client names no size. */
const PAGE_SIZE = 10

/** Skipping so few rows is quick from either end of an index. */
const NEAR = 1_000

/** A search that finds more rows is counted no further. */
export const MAX_COUNTED = 10_000

/** A range of an index, read forwards from its start or backwards from its end. */
type IndexRange = RowRange & { backwards: boolean }

/** The parts of a list's query. */
export type List = {
  table: keyof Database
  /** The columns of a row; a name that is also in `orderBy` needs its table's name. */
  columns: Sql
  /** Joins of other tables for `columns`. */
  joins?: Sql
  /** The conditions that the totals below take into account. */
  scope?: Sql[]
  /** All other conditions. */
  filters?: Sql[]
  /** A query for `total` over maintained counts, used when there are no filters. Absent: the rows are counted. */
  maintainedTotal?: Sql
  /** The same, but it counts up to {@link MAX_COUNTED} + 1. */
  boundedTotal?: Sql
  /** The columns of an index, the last one unique. */
  orderBy: readonly string[]
  direction: 'asc' | 'desc'
  /** Replaces the table and its conditions where the page comes from several indexes. */
  source?: (range: IndexRange, direction: Sql) => Sql
}

/** The number of all rows of a list; with `more` there are more of them, which a search doesn't count. */
export type Counted = { total: number; more?: true }
type Page<Row> = { rows: Row[] } & Counted

/**
 * Reads one page of a list, and the total. The page is cut on the index before anything is joined, so that only its own
 * rows are looked up.
 */
export async function listPage<Row>(database: Db, request: PageRequest, list: List): Promise<Page<Row>> {
  const wanted = rowRange(request, PAGE_SIZE)
  if (request.search && list.filters?.length) return readFound(database, list, wanted)
  const forwards = { ...wanted, backwards: false }
  if (wanted.offset <= NEAR) {
    const [rows, counted] = await Promise.all([
      readRows<Row>(database, list, forwards),
      countRows(database, list),
    ])
    return { rows, ...counted }
  }
  const counted = await countRows(database, list)
  const range = counted.more ? forwards : nearerEnd(wanted, counted.total)
  if (!range) return { rows: [], ...counted }
  const rows = await readRows<Row>(database, list, range)
  return { rows: range.backwards ? rows.reverse() : rows, ...counted }
}

/** A range in the second half is read from the index's end, so that the last page costs as much as the first one; none is empty. */
function nearerEnd({ offset, limit }: RowRange, total: number): IndexRange | undefined {
  if (offset >= total) return undefined
  if (offset <= total / 2) return { offset, limit, backwards: false }
  const rest = total - offset
  return { offset: Math.max(0, rest - limit), limit: Math.min(limit, rest), backwards: true }
}

const directionOf = ({ direction }: List, { backwards }: IndexRange) =>
  (direction === 'desc') === backwards ? sql`asc` : sql`desc`

const conditionsOf = ({ scope = [], filters = [] }: List) => [...scope, ...filters]

/** Ids and sort keys of the matching rows. */
function readKeys(list: List, range: IndexRange): Sql {
  const keys = sql.join([...new Set(['id', ...list.orderBy])].map((column) => sql.ref(column)))
  const source =
    list.source?.(range, directionOf(list, range)) ??
    sql`${sql.table(list.table)} ${where(conditionsOf(list))}`
  return sql`select ${keys} from ${source}`
}

/** @param opening a `with` clause that the list's source names */
async function readRows<Row>(database: Db, list: List, range: IndexRange, opening = sql``): Promise<Row[]> {
  const table = sql.table(list.table)
  const order = (prefix: string) =>
    sql.join(list.orderBy.map((column) => sql`${sql.ref(prefix + column)} ${directionOf(list, range)}`))
  const { rows } = await sql<Row>`
    ${opening} select ${list.columns}
    from (${readKeys(list, range)} order by ${order('')} ${limitTo(range)}) page
    join ${table} on ${sql.ref(`${list.table}.id`)} = page.id ${list.joins ?? sql``}
    order by ${order('page.')}`.execute(database)
  return rows
}

async function countRows(database: Db, list: List): Promise<Counted> {
  const { table, filters, maintainedTotal, boundedTotal } = list
  const known = filters?.length ? undefined : (boundedTotal ?? maintainedTotal)
  const count =
    known ?? sql`select count(*)::int as total from ${sql.table(table)} ${where(conditionsOf(list))}`
  const { rows } = await sql<{ total: number }>`${count}`.execute(database)
  const total = rows[0]?.total ?? 0
  return known && known === boundedTotal ? countedUpTo(total) : { total }
}

/** The total of a search, counted up to a bound, and whether there are more. */
export const countedUpTo = (total: number): Counted =>
  total > MAX_COUNTED ? { total: MAX_COUNTED, more: true } : { total }

/** A query for the number of rows that a query finds, up to the bound. */
export const boundedCount = (rows: Sql): Sql =>
  sql`select count(*)::int as total from (select from (${rows}) found limit ${sql.lit(MAX_COUNTED + 1)}) counted`

/**
 * A page of a search. Its rows are found by the index of the search and then sorted; when they are too many to count, the page is soon
 * full along the index of the order.
 */
async function readFound<Row>(database: Db, list: List, wanted: RowRange): Promise<Page<Row>> {
  const forwards = { ...wanted, backwards: false }
  const all = readKeys(list, { offset: 0, limit: MAX_COUNTED + 1, backwards: false })
  const opening = sql`with found as materialized (${all} limit ${sql.lit(MAX_COUNTED + 1)})`
  const found: List = {
    ...list,
    columns: sql`${list.columns}, (select count(*)::int from found) as found`,
    source: () => sql`found`,
  }
  const rows = await readRows<Row & { found: number }>(database, found, forwards, opening)
  const total = rows[0]?.found ?? (wanted.offset === 0 ? 0 : await countFound(database, opening))
  const counted = countedUpTo(total)
  if (counted.more)
    return { rows: await readRows<Row>(database, scanInSortOrder(list), forwards), ...counted }
  return { rows: rows.map(({ found: _, ...row }) => row as unknown as Row), ...counted }
}

/** After the last page there is no row with the total. */
async function countFound(database: Db, opening: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${opening} select count(*)::int as total from found`.execute(database)
  return rows[0]!.total
}

/** The list read along the index of its order: `offset 0` keeps PostgreSQL from finding and sorting all rows. */
function scanInSortOrder(list: List): List {
  if (list.source) return list
  const table = sql.table(list.table)
  return {
    ...list,
    source: (_, direction) => {
      const order = sql.join(list.orderBy.map((column) => sql`${sql.ref(column)} ${direction}`))
      return sql`(select * from ${table} ${where(list.scope ?? [])} order by ${order} offset 0) ${table} ${where(list.filters ?? [])}`
    },
  }
}

/** A `where` clause, empty without conditions. */
export const where = (conditions: Sql[]): Sql =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** A query for the sum of counts in `row_counts`, which triggers maintain. */
export const maintainedCount = (...names: string[]): Sql =>
  sql`select coalesce(sum(rows), 0)::int as total from row_counts where name = any(${names}::text[])`
