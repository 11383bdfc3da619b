import type { RawBuilder } from 'kysely'
import { limitTo, type PageRequest, type RowRange, rowRange } from './paging.ts'
import type { Database, Db } from './schema.ts'
import { sql } from './sql.ts'

type Sql = RawBuilder<unknown>

/** Rows of a page when the client names no size. */
const PAGE_SIZE = 10

/** Skipping so few rows is quick from either end of an index. */
const NEAR = 1_000

/** A range of an index, read forwards from its start or backwards from its end. */
export type IndexRange = RowRange & { backwards: boolean }

/** The parts of a list's query. */
export type List = {
  table: keyof Database
  /** The columns of a row; a name that is also in `orderBy` needs its table's name. */
  columns: Sql
  /** Joins of other tables for `columns`. */
  joins?: Sql
  /** The conditions that `maintainedTotal` takes into account. */
  scope?: Sql[]
  /** All other conditions. */
  filters?: Sql[]
  /** A query for `total` over maintained counts, used when there are no filters. Absent: the rows are counted. */
  maintainedTotal?: Sql
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
  if (request.search && list.filters?.length) {
    const page = (await isFrequent(database, list)) ? undefined : await sortFound<Row>(database, list, wanted)
    return page ?? readPage(database, alongOrder(list), wanted, countFrequent)
  }
  return readPage(database, list, wanted, countRows)
}

async function readPage<Row>(
  database: Db,
  list: List,
  wanted: RowRange,
  countAll: (database: Db, list: List) => Promise<Counted>,
): Promise<Page<Row>> {
  const read = (range: IndexRange) => readRows<Row>(database, list, range)
  const forwards = { ...wanted, backwards: false }
  if (isNear(wanted)) {
    const [rows, counted] = await Promise.all([read(forwards), countAll(database, list)])
    return { rows, ...counted }
  }
  const counted = await countAll(database, list)
  const range = counted.more ? forwards : nearerEnd(wanted, counted.total)
  if (!range) return { rows: [], ...counted }
  const rows = await read(range)
  return { rows: range.backwards ? rows.reverse() : rows, ...counted }
}

/** Whether a range is read from the start of an index, whatever the total. */
export const isNear = ({ offset }: RowRange) => offset <= NEAR

/** A range in the second half is read from the index's end, so that the last page costs as much as the first one; none is empty. */
export function nearerEnd({ offset, limit }: RowRange, total: number): IndexRange | undefined {
  if (offset >= total) return undefined
  if (offset <= total / 2) return { offset, limit, backwards: false }
  const rest = total - offset
  return { offset: Math.max(0, rest - limit), limit: Math.min(limit, rest), backwards: true }
}

const directionOf = ({ direction }: List, { backwards }: IndexRange) =>
  (direction === 'desc') === backwards ? sql`asc` : sql`desc`

/** The ids and the columns of the order of all rows, of which a range is needed. */
function readKeys(list: List, range: IndexRange): Sql {
  const keys = sql.join([...new Set(['id', ...list.orderBy])].map((column) => sql.ref(column)))
  const source =
    list.source?.(range, directionOf(list, range)) ??
    sql`${sql.table(list.table)} ${where(conditionsOf(list))}`
  return sql`select ${keys} from ${source}`
}

/** @param added for a column that counts, or the rows to cut the page of */
async function readRows<Row>(
  database: Db,
  list: List,
  range: IndexRange,
  { opening = sql``, keys = readKeys(list, range), columns = list.columns } = {},
): Promise<Row[]> {
  const table = sql.table(list.table)
  const order = (prefix: string) =>
    sql.join(list.orderBy.map((column) => sql`${sql.ref(prefix + column)} ${directionOf(list, range)}`))
  const { rows } = await sql<Row>`
    ${opening} select ${columns}
    from (${keys} order by ${order('')} ${limitTo(range)}) page
    join ${table} on ${sql.ref(`${list.table}.id`)} = page.id ${list.joins ?? sql``}
    order by ${order('page.')}`.execute(database)
  return rows
}

async function countRows(database: Db, list: List): Promise<Counted> {
  const maintained = list.filters?.length ? undefined : list.maintainedTotal
  const count =
    maintained ??
    sql`select count(*)::int as total from ${sql.table(list.table)} ${where(conditionsOf(list))}`
  const { rows } = await sql<{ total: number }>`${count}`.execute(database)
  return { total: rows[0]?.total ?? 0 }
}

// A search may find a third of a million rows, or one of them. PostgreSQL can't know before, and the way that suits one takes
// seconds for the other: a sample decides.

/** A search that finds more rows is counted no further. */
export const MOST_COUNTED = 10_000
const ENOUGH = sql`limit ${sql.lit(MOST_COUNTED + 1)}`

/** Blocks of the sample, which are all blocks of a small table. */
const SAMPLED = 20
/** What is so frequent is counted sooner in the table than by the index. */
const FREQUENT = 0.1

async function isFrequent(database: Db, list: List): Promise<boolean> {
  const blocks = sql`(select greatest(relpages, 1) from pg_class where oid = ${sql.lit(list.table)}::regclass)`
  const { rows } = await sql<{ frequent: boolean }>`
    select count(*) filter (${where(conditionsOf(list))}) > ${sql.lit(FREQUENT)} * count(*) as frequent
    from ${sql.table(list.table)} tablesample system (least(100, ${sql.lit(SAMPLED * 100)}::real / ${blocks})) repeatable (1)`.execute(
    database,
  )
  return rows[0]!.frequent
}

/** The list read along an index of its order, where a page of what is frequent is soon found, and not by the index of the search. */
function alongOrder(list: List): List {
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

/** Counts along the table, since the index would have to find all rows before the first one is counted. */
async function countFrequent(database: Db, list: List): Promise<Counted> {
  const table = sql.table(list.table)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from (select * from ${table} offset 0) ${table} ${where(conditionsOf(list))} ${ENOUGH}) found`.execute(
    database,
  )
  return countedUpTo(rows[0]!.total)
}

/** The total of a search, counted up to a bound, and whether there are more. */
export const countedUpTo = (total: number): Counted =>
  total > MOST_COUNTED ? { total: MOST_COUNTED, more: true } : { total }

/** Finds all rows by the index, then sorts them; undefined when there are too many. */
async function sortFound<Row>(database: Db, list: List, wanted: RowRange): Promise<Page<Row> | undefined> {
  const all = readKeys(list, { offset: 0, limit: MOST_COUNTED + 1, backwards: false })
  const opening = sql`with found as materialized (${all} ${ENOUGH})`
  const rows = await readRows<Row & { found: number }>(
    database,
    list,
    { ...wanted, backwards: false },
    {
      opening,
      keys: sql`select * from found`,
      columns: sql`${list.columns}, (select count(*)::int from found) as found`,
    },
  )
  let total = rows[0]?.found ?? 0
  if (rows.length === 0 && wanted.offset > 0) {
    // After the last page there is no row with the total.
    const counted = await sql<{ total: number }>`
      ${opening} select count(*)::int as total from found`.execute(database)
    total = counted.rows[0]!.total
  }
  if (total > MOST_COUNTED) return undefined
  return { rows: rows.map(({ found: _, ...row }) => row as unknown as Row), total }
}

const conditionsOf = ({ scope = [], filters = [] }: List) => [...scope, ...filters]

/** A `where` clause, empty without conditions. */
export const where = (conditions: Sql[]): Sql =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** A query for the sum of counts in `row_counts`, which triggers maintain. */
export const maintainedCount = (...names: string[]): Sql =>
  sql`select coalesce(sum(rows), 0)::int as total from row_counts where name = any(${names}::text[])`
