import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit-actions.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { MachineActor, StaffActor } from '../../http/serve.ts'

/** The author of an action: a user or a connected system at a network address, or the operator at the machine's console. */
export type Actor = StaffActor | MachineActor | 'operador'

/** The author's account; null for a connected system and for the operator. */
export const accountOf = (actor: Actor): string | null =>
  actor !== 'operador' && 'userId' in actor ? actor.userId : null

/** The name of an author without an account. */
export function nameWithoutAccount(actor: Actor): string {
  if (actor === 'operador') return actor
  return 'name' in actor ? actor.name : ''
}

/** Values of fields by name. Never health data: no text of a form request, nothing that a customer bought. */
export type AuditFields = Record<string, unknown>

export type AuditEntry = {
  action: AuditAction
  subject: { kind: string; id: string; label: string }
  /** The values of the changed fields before the action; absent for a new subject, and for an action that changes no field. */
  before?: AuditFields
  /** The values after the action; absent for a deleted subject, and for an action that changes no field. */
  after?: AuditFields
}

/** Writes audit entries in the transaction of the change that they record, with a copy of the actor's current name and e-mail. */
export async function recordAudit(tx: Tx, actor: Actor, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const address = actor === 'operador' ? '' : actor.address
  const rows = entries.map(({ subject, ...entry }) => ({ ...entry, ...subject }))
  await sql`
    insert into audit_entries (actor_id, actor_name, actor_email, address, action, subject_kind, subject_id, subject_label,
      before, after)
    select actor.id, coalesce(trim(users.name || ' ' || users.lastname), ${nameWithoutAccount(actor)}),
      coalesce(users.email, ''), ${address}, entry.action, entry.kind, entry.id, entry.label, entry.before, entry.after
    from (select ${accountOf(actor)}::uuid as id) actor left join users on users.id = actor.id,
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as entry (action text, kind text, id text, label text, before jsonb, after jsonb)`.execute(tx)
}

/** Writes and commits the entry of a look at data, before the first byte is sent. */
export const recordAccess = (database: Db, actor: Actor, entry: AuditEntry) =>
  inTransaction(database, (tx) => recordAudit(tx, actor, entry))

/** Records the download of a workbook as {@link recordAccess} does. */
export const recordDownload = (
  database: Db,
  actor: Actor,
  { action, name, after }: { action: AuditAction; name: string; after?: AuditFields },
) => recordAccess(database, actor, { action, subject: { kind: 'workbook', id: '', label: name }, after })

/** The fields whose values differ, with the values before and after; null when no value differs. */
export function changedFields(
  before: AuditFields,
  after: AuditFields,
): { before: AuditFields; after: AuditFields } | null {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const pick = (fields: AuditFields) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: pick(before), after: pick(after) }
}
