import { sql } from 'kysely'
import { afterEach } from 'vitest'
import type { Db } from '#server/database/schema.ts'

/** Reads the audit entries of the current test, oldest first. They are deleted after each test, or by `clear`. */
export function openAuditTrail(database: Db) {
  const clear = () =>
    database.transaction().execute(async (tx) => {
      await sql`select set_config('botica.audit_erasure', 'on', true)`.execute(tx)
      await tx.deleteFrom('audit_entries').execute()
    })
  afterEach(clear)
  const entries = () =>
    database
      .selectFrom('audit_entries')
      .select([
        'action',
        'subject_kind as kind',
        'subject_id as id',
        'subject_label as label',
        'before',
        'after',
      ])
      .orderBy('audit_entries.id')
      .execute()
  return { entries, clear }
}
