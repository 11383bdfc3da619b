import { sql } from 'kysely'
import type { z } from 'zod'
import type { answerBody } from '#contract/requests.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { REQUEST_DAY } from './queries.ts'

type Mark = { id: string; answered: boolean; actor: StaffActor }

/**
 * Marks a form request as answered by the actor, or as unanswered. Its mailed answers stay.
 *
 * @throws Refusal NOT_FOUND
 */
export const markRequest = (database: Db, mark: Mark) =>
  inTransaction(database, (tx) => setAnswered(tx, mark))

/**
 * Marks several form requests as answered by the actor, all or none.
 *
 * @throws Refusal NOT_FOUND
 */
export const markRequests = (database: Db, { ids, actor }: { ids: string[]; actor: Mark['actor'] }) =>
  inTransaction(database, async (tx) => {
    // Marks in the order of the ids, so that two people who mark the same requests don't deadlock.
    for (const id of [...new Set(ids)].toSorted()) await setAnswered(tx, { id, answered: true, actor })
  })

/**
 * Marks a form request in a transaction. An answered request keeps its first answerer and time.
 *
 * @throws Refusal NOT_FOUND
 */
async function setAnswered(tx: Tx, { id, answered, actor }: Mark) {
  const { rows } = await sql<{ wasAnswered: boolean; day: string }>`
    select answered_at is not null as "wasAnswered", ${REQUEST_DAY} as day from form_requests where id = ${id}
    for no key update`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  const { wasAnswered, day } = rows[0]
  if (wasAnswered === answered) return
  const [at, by] = answered ? [sql`now()`, actor.userId] : [null, null]
  await sql`update form_requests set answered_at = ${at}, answered_by = ${by} where id = ${id}`.execute(tx)
  await recordAudit(tx, actor, {
    action: 'request.answered',
    subject: { kind: 'form-request', id, label: `Solicitud del ${day}` },
    before: { answered: wasAnswered },
    after: { answered },
  })
}

type NewAnswer = z.output<typeof answerBody> & {
  requestId: string
  actor: StaffActor
  /** A repeated request with the same key sends nothing. */
  idempotencyKey: string | null
}

/**
 * Stores an answer to a form request, queues its mail and marks the request as answered, in one transaction.
 *
 * @throws Refusal NOT_FOUND
 */
export async function answerRequest(
  database: Db,
  { requestId, subject, message, actor, idempotencyKey }: NewAnswer,
) {
  await inTransaction(database, async (tx) => {
    await setAnswered(tx, { id: requestId, answered: true, actor })
    const { rows } = await sql<{ id: string }>`
      insert into request_answers (request_id, author_id, subject, message, idempotency_key)
      values (${requestId}, ${actor.userId}, ${subject}, ${message}, ${idempotencyKey})
      on conflict (request_id, idempotency_key) do nothing returning id`.execute(tx)
    for (const { id } of rows) await queueMail(tx, { kind: 'request-answer', requestId, answerId: id })
  })
}
