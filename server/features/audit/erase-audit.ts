import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'

/** The lifetime of an entry. */
const RETENTION = '5 years'

/**
 * Removes a person's name, e-mail and network address from the audit entries. The entries and their ids stay.
 *
 * @param email in lower case; null to look for the user's id only
 */
export async function eraseFromAudit(tx: Tx, { userId, email }: { userId?: string; email: string | null }) {
  await allowErasure(tx, async () => {
    await sql`
      update audit_entries set actor_name = '', actor_email = '', address = ''
      where actor_email = ${email}::text or actor_id = ${userId ?? null}::uuid`.execute(tx)
    await sql`
      update audit_entries set subject_label = ''
      where subject_kind = 'user' and (subject_label = ${email}::text or subject_id = ${userId ?? null}::text)`.execute(
      tx,
    )
  })
}

/**
 * Deletes the entries that are older than the retention period. Any server may run it at any time.
 *
 * @returns how many
 */
export async function expireAudit(database: Db): Promise<number> {
  const { numAffectedRows = 0n } = await inTransaction(database, (tx) =>
    allowErasure(tx, () =>
      sql`delete from audit_entries where created_at < now() - ${RETENTION}::interval`.execute(tx),
    ),
  )
  return Number(numAffectedRows)
}

/** Sets the transaction's setting without which the table's trigger refuses updates and deletes. */
async function allowErasure<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`select set_config('botica.audit_erasure', 'on', true)`.execute(tx)
  const result = await work()
  await sql`select set_config('botica.audit_erasure', 'off', true)`.execute(tx)
  return result
}
