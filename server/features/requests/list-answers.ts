import { sql } from 'kysely'
import type { RequestAnswer } from '#contract/requests.ts'
import type { Db } from '../../database/schema.ts'

/** The answers to a form request, oldest first, with the state of their mails. */
export async function listAnswers(database: Db, requestId: string): Promise<RequestAnswer[]> {
  const { rows } = await sql<RequestAnswer>`
    select answer.id as "_id", subject, answer.message, answer.created_at as "createdAt",
      coalesce(trim(users.name || ' ' || users.lastname), '') as author,
      case
        when coalesce(answer.sent_at, mails.sent_at) is not null then 'sent'
        when mails.due_at is null then 'failed'
        when mails.attempts > 0 then 'retrying'
        else 'queued'
      end as delivery
    from request_answers answer
    left join users on users.id = author_id
    left join mails on mails.cause = 'request-answer.' || answer.id
    where request_id = ${requestId} order by answer.id`.execute(database)
  return rows
}
