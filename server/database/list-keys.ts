import { type RawBuilder, sql } from 'kysely'
import { limitTo, type RowRange } from './paging.ts'
import type { Database } from './schema.ts'
import { where } from './where.ts'

type Sql = RawBuilder<unknown>

/** A column of the list's table, or an expression; `descending` reverses the list's direction for it. */
type SortColumn = string | { value: Sql; descending?: boolean }

/** Wanted values of the index's first column. The entries of each value are read in the list's order up to the page's end, and merged. */
type Parts = { column: string; values: readonly string[] }

/** The parts of a list's query. */
export type List = {
  table: keyof Database
  /** The columns to select. */
  columns: Sql
  /** Joins that `columns` needs. */
  joins?: Sql
  /** Conditions that an index has. */
  scope?: Sql[]
  /** All other conditions, search included. */
  filters?: Sql[]
  /** Whether few rows meet conditions that take long to check: they are found once, for the total and the page. */
  few?: boolean
  /** Whether counting stops at MAX_COUNTED (list-page.ts), because the conditions take long to check. */
  bounded?: boolean
  /**
   * The sort columns; the last is unique; absent: the id. An index has them after the columns of `scope`, or after the column of
   * `parts`.
   */
  orderBy?: readonly SortColumn[]
  /** Absent: descending, the newest first. */
  direction?: 'asc' | 'desc'
  /** Joins that `orderBy` needs. */
  sortJoins?: Sql
  /** The rank of a search's rows, lowest first, before `orderBy`. Too many rows to rank are sorted by `orderBy` alone. */
  rank?: Sql
  parts?: Parts
  pageSize?: number
}

/** A range of an index, read forwards from its start or backwards from its end. */
export type IndexRange = RowRange & { backwards: boolean }

type SortKey = { name: string; value: Sql; descending: boolean }

/** The order of a list that names none. */
export const BY_ID: readonly SortColumn[] = ['id']

export const sortKeys = ({ table, orderBy = BY_ID }: List): SortKey[] =>
  orderBy.map((column, index) => {
    const { value, descending = false } =
      typeof column === 'string' ? { value: sql.ref(`${table}.${column}`) } : column
    return { name: `key_${index}`, value, descending }
  })

/** The expressions after `order by`. */
export const ordered = (
  { direction = 'desc' }: List,
  backwards: boolean,
  keys: { value: Sql; descending: boolean }[],
) =>
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
export const conditionsOf = (list: List) => [...scopeOf(list), ...(list.filters ?? [])]

const tableOf = ({ table, sortJoins = sql`` }: List) => sql`${sql.table(table)} ${sortJoins}`

/** A query of the ids and sort keys of all rows, without an order. */
export const keysOf = (list: List): Sql =>
  sql`${selectKeys(list)} from ${tableOf(list)} ${where(conditionsOf(list))}`

/** The most branches of a union: more take longer to plan than to read. */
const MAX_BRANCHES = 8

/**
 * The keys of a list with `parts`, each read up to the range's end. The limit is rounded up to a power of two, so that few different
 * statements are prepared.
 */
function keysOfParts(list: List, { column, values }: Parts, range: IndexRange): Sql {
  const enough = limitTo({ offset: 0, limit: 2 ** Math.ceil(Math.log2(range.offset + range.limit)) })
  const others = conditionsOf({ ...list, parts: undefined })
  const part = (condition: Sql, keys: Pick<SortKey, 'value' | 'descending'>[]) => sql`(
    ${selectKeys(list)} from ${tableOf(list)} ${where([condition, ...others])}
    order by ${ordered(list, range.backwards, keys)} ${enough})`
  const value = sql.ref(`${list.table}.${column}`)
  // PostgreSQL merges the branches as it reads them, and knows how frequent each value is.
  if (values.length > 0 && values.length <= MAX_BRANCHES)
    return sql.join(
      values.map((wanted) => part(sql`${value} = ${sql.lit(wanted)}`, sortKeys(list))),
      sql` union all `,
    )
  // A range instead of equality, with the column in the order, keeps the planner from another index: assuming that all values are equally
  // frequent, it would search that index long for a rare one.
  const inOrder = [{ value, descending: false }, ...sortKeys(list)]
  return sql`select part.* from unnest(${values}::text[]) wanted (value)
    cross join lateral ${part(sql`${value} between wanted.value and wanted.value`, inOrder)} part`
}

/** A query of the ids and sort keys from which a range is cut. */
export const keysIn = (list: List, range: IndexRange): Sql =>
  list.parts ? keysOfParts(list, list.parts, range) : keysOf(list)

/** The keys in the order of an index: `offset 0` keeps PostgreSQL from finding and sorting all rows. */
export function keysInOrder(list: List): Sql {
  if (list.orderBy?.some((column) => typeof column !== 'string')) return keysOf(list)
  const table = sql.table(list.table)
  return sql`${selectKeys(list)} from (
    select * from ${table} ${where(scopeOf(list))} order by ${ordered(list, false, sortKeys(list))} offset 0
  ) ${table} ${where(list.filters ?? [])}`
}
