import type { Db } from '../../database/schema.ts'
import { countAttempt, type LimitSubject } from '../../http/rate-limits.ts'
import { queueMail } from '../../mail/queue-mail.ts'

/**
 * Has a recovery link mailed to an address, if it is somebody's. That is looked up when the mail is written, not here: for
 * a known and an unknown address this does the same work (design §2.23).
 *
 * @throws Refusal TOO_MANY
 */
export async function requestRecovery(
  database: Db,
  { email, attempt }: { email: string; attempt: LimitSubject },
) {
  await countAttempt(database, 'recovery', { ...attempt, account: email })
  await database.transaction().execute((tx) => queueMail(tx, { kind: 'recovery', email }))
}
