import type { z } from 'zod'
import type { answerBody } from '#contract/requests.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { setAnswered } from './mark-answered.ts'

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
    const answer = await tx
      .insertInto('request_answers')
      .values({
        request_id: requestId,
        author_id: actor.userId,
        subject,
        message,
        idempotency_key: idempotencyKey,
      })
      .onConflict((conflict) => conflict.columns(['request_id', 'idempotency_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (answer) await queueMail(tx, { kind: 'request-answer', requestId, answerId: answer.id })
  })
}
