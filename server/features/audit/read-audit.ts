import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { OPERATOR } from '#contract/audit.ts'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit-actions.ts'
import { inBatches } from '../../database/in-batches.ts'
import { type List, listFirst } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { localMoment, withinDays } from '../../database/store-day.ts'
import type { AuditFields } from './record-audit.ts'

/** Rows per batch. */
const BATCH_SIZE = 500

/** An absent filter matches every entry. Days are `YYYY-MM-DD` in the pharmacy's time zone, both included. */
export type AuditFilter = {
  /** An e-mail in lower case, or `operador`. */
  who?: string
  actions?: readonly AuditAction[]
  since?: string
  until?: string
  /** The id of an account, a product, an order… */
  subject?: string
}

export type AuditRow = {
  /** The entry's id, ascending in the order of writing. */
  entry: number
  /** The entry's time in the pharmacy's time zone, `YYYY-MM-DD HH:MM:SS`. */
  moment: string
  createdAt: string
  name: string
  email: string
  address: string
  action: AuditAction
  kind: string
  id: string
  label: string
  before: AuditFields | null
  after: AuditFields | null
}

/** A range of entries: up to `limit` older than the entry `before`, or newer than the entry `after`; else the newest ones. */
export type AuditRange = { limit: number; before?: number; after?: number }

/** Reads audit entries in batches, newest first. */
export const readAudit = (database: Db, filter: AuditFilter): AsyncGenerator<AuditRow[]> =>
  inBatches<AuditRow>(
    (last) => readAuditRange(database, filter, { limit: BATCH_SIZE, before: last?.entry }),
    BATCH_SIZE,
  )

/**
 * Reads a range of audit entries, newest first. The cost doesn't depend on the table's size: entries of a person or of some actions are
 * merged from parts of an index.
 */
export async function readAuditRange(
  database: Db,
  filter: AuditFilter,
  { limit, before, after }: AuditRange,
): Promise<AuditRow[]> {
  const newer = after !== undefined && before === undefined
  const { actions } = filter
  const list: List = {
    table: 'audit_entries',
    columns: sql`audit_entries.id as entry, ${localMoment('audit_entries.created_at', { seconds: true })} as moment,
      audit_entries.created_at as "createdAt", actor_name as name, actor_email as email, address, action, subject_kind as kind,
      subject_id as id, subject_label as label, before, after`,
    scope: [...conditionsOf(filter), ...beyond({ before, after: newer ? after : undefined })],
    orderBy: ['created_at', 'id'],
    direction: newer ? 'asc' : 'desc',
  }
  const merged = filter.subject === undefined && (filter.who !== undefined || actions !== undefined)
  if (merged) list.parts = { column: 'action', values: actions ?? Object.keys(AUDIT_ACTIONS) }
  else if (actions) list.scope?.push(sql`action = any(${actions}::text[])`)
  const rows = await listFirst<AuditRow>(database, list, limit)
  return newer ? rows.reverse() : rows
}

function conditionsOf({ who, since, until, subject }: AuditFilter): RawBuilder<unknown>[] {
  return [
    ...(who
      ? [who === OPERATOR ? sql`actor_email = '' and actor_name = ${who}` : sql`actor_email = ${who}`]
      : []),
    ...withinDays('created_at', { from: since, to: until }),
    ...(subject ? [sql`subject_id = ${subject}`] : []),
  ]
}

/**
 * The conditions for entries before or after another entry. The first condition can use an index; the second one orders entries of the same
 * microsecond.
 */
function beyond({ before, after }: { before?: number; after?: number }): RawBuilder<unknown>[] {
  const entry = before ?? after
  if (entry === undefined) return []
  const its = (columns: string) =>
    sql`(select ${sql.raw(columns)} from audit_entries other where other.id = ${entry}::bigint)`
  const is = before === undefined ? sql`>` : sql`<`
  return [
    sql`created_at ${is}= ${its('created_at')}`,
    sql`(created_at, audit_entries.id) ${is} ${its('created_at, id')}`,
  ]
}
