import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { closeSessions } from '../../http/sessions.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

/** Ends all sessions of an account on behalf of the operator or an administrator. */
export async function endSessions(database: Db, { id, email }: { id: string; email: string }, actor: Actor) {
  await inTransaction(database, async (tx) => {
    await closeSessions(tx, id)
    await recordAudit(tx, actor, { action: 'user.sessions-end', subject: { kind: 'user', id, label: email } })
  })
}
