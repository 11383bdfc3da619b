import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { OPERATOR } from '#contract/audit.ts'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit-actions.ts'
import { store } from '#store'
import { where } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'
import type { AuditFields } from './record-audit.ts'

/** Rows read at a time. */
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
  /** In the order in which the entries were written. */
  entry: number
  /** `YYYY-MM-DD HH:MM:SS` in the pharmacy's time zone. */
  moment: string
  created_at: Date
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

/** Reads audit entries, newest first. */
export async function* readAudit(database: Db, filter: AuditFilter): AsyncGenerator<AuditRow> {
  let before: number | undefined
  for (;;) {
    const rows = await readAuditRange(database, filter, { limit: BATCH_SIZE, before })
    yield* rows
    before = rows.at(-1)?.entry
    if (!before || rows.length < BATCH_SIZE) return
  }
}

/**
 * Reads a range of audit entries, newest first. Its cost doesn't depend on how many entries there are: with a person or an
 * action each action is read from its own part of an index, as far as the range's end, and the parts are merged.
 */
export async function readAuditRange(
  database: Db,
  filter: AuditFilter,
  { limit, before, after }: AuditRange,
): Promise<AuditRow[]> {
  const newer = after !== undefined && before === undefined
  const direction = newer ? sql`asc` : sql`desc`
  const { who, actions, subject } = filter
  const conditions = [...conditionsOf(filter), ...beyond({ before, after: newer ? after : undefined })]
  const merged = subject === undefined && (who !== undefined || actions !== undefined)
  const keys = (more: RawBuilder<unknown>[], index: string[] = []) => sql`
    select audit_entries.id, created_at from audit_entries ${where([...conditions, ...more])}
    order by ${sql.join([...index, 'created_at', 'audit_entries.id'].map((column) => sql`${sql.ref(column)} ${direction}`))}
    limit ${sql.lit(limit)}`
  // A range in place of equality, and the action in the order: otherwise the planner, which takes all actions for equally
  // frequent, walks along another index until it has met enough entries of a rare one.
  const source = merged
    ? sql`unnest(${actions ?? Object.keys(AUDIT_ACTIONS)}::text[]) wanted (action)
        cross join lateral (${keys([sql`action between wanted.action and wanted.action`], ['action'])}) part`
    : sql`(${keys(actions ? [sql`action = any(${actions}::text[])`] : [])}) part`
  const { rows } = await sql<AuditRow>`
    select audit_entries.id as entry,
      to_char(page.created_at at time zone ${sql.lit(store.timeZone)}, 'YYYY-MM-DD HH24:MI:SS') as moment,
      page.created_at, actor_name as name, actor_email as email, address, action, subject_kind as kind,
      subject_id as id, subject_label as label, before, after
    from (select part.id, part.created_at from ${source} order by part.created_at ${direction}, part.id ${direction}
      limit ${sql.lit(limit)}) page
    join audit_entries on audit_entries.id = page.id
    order by page.created_at desc, page.id desc`.execute(database)
  return rows
}

function conditionsOf({ who, since, until, subject }: AuditFilter): RawBuilder<unknown>[] {
  return [
    ...(who
      ? [who === OPERATOR ? sql`actor_email = '' and actor_name = ${who}` : sql`actor_email = ${who}`]
      : []),
    ...(since ? [sql`created_at >= ${midnight(since, 0)}`] : []),
    ...(until ? [sql`created_at < ${midnight(until, 1)}`] : []),
    ...(subject ? [sql`subject_id = ${subject}`] : []),
  ]
}

/**
 * The entries beyond another one. The first condition is the one that an index can be read from; the second decides among
 * entries of the same microsecond.
 */
function beyond({ before, after }: { before?: number; after?: number }): RawBuilder<unknown>[] {
  const entry = before ?? after
  if (entry === undefined) return []
  const its = (columns: string) =>
    sql`(select ${sql.raw(columns)} from audit_entries other where other.id = ${entry}::bigint)`
  return before === undefined
    ? [
        sql`created_at >= ${its('created_at')}`,
        sql`(created_at, audit_entries.id) > ${its('created_at, id')}`,
      ]
    : [
        sql`created_at <= ${its('created_at')}`,
        sql`(created_at, audit_entries.id) < ${its('created_at, id')}`,
      ]
}
