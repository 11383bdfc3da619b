import { type RawBuilder, sql } from 'kysely'
import { store } from '#store'
import { where } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import type { AuditAction } from './actions.ts'
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
  /** `YYYY-MM-DD HH:MM:SS` in the pharmacy's time zone. */
  moment: string
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

/** Reads audit entries, newest first. */
export async function* readAudit(database: Db, filter: AuditFilter): AsyncGenerator<AuditRow> {
  let cursor: number | undefined
  for (;;) {
    const conditions = conditionsOf(filter)
    if (cursor) conditions.push(sql`id < ${cursor}`)
    const { rows } = await sql<AuditRow & { cursor: number }>`
      select to_char(created_at at time zone ${sql.lit(store.timeZone)}, 'YYYY-MM-DD HH24:MI:SS') as moment,
        actor_name as name, actor_email as email, address, action, subject_kind as kind, subject_id as id,
        subject_label as label, before, after, audit_entries.id as cursor
      from audit_entries ${where(conditions)} order by audit_entries.id desc
      limit ${sql.lit(BATCH_SIZE)}`.execute(database)
    for (const { cursor: _, ...row } of rows) yield row
    cursor = rows.at(-1)?.cursor
    if (!cursor || rows.length < BATCH_SIZE) return
  }
}

function conditionsOf({ who, actions, since, until, subject }: AuditFilter): RawBuilder<unknown>[] {
  const midnight = (day: string, plusDays: number) =>
    sql`((${day}::date + ${plusDays}::integer)::timestamp at time zone ${sql.lit(store.timeZone)})`
  return [
    ...(who
      ? [who === 'operador' ? sql`actor_email = '' and actor_name = ${who}` : sql`actor_email = ${who}`]
      : []),
    ...(actions ? [sql`action = any(${actions}::text[])`] : []),
    ...(since ? [sql`created_at >= ${midnight(since, 0)}`] : []),
    ...(until ? [sql`created_at < ${midnight(until, 1)}`] : []),
    ...(subject ? [sql`subject_id = ${subject}`] : []),
  ]
}
