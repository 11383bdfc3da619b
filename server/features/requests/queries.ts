import { sql } from 'kysely'
import type { FormRequest } from '#contract/requests.ts'
import { store } from '#store'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

type RequestQuery = PageRequest & { typeForm?: FormRequest['typeForm']; answered?: boolean }

const COLUMNS = sql`form_requests.id as "_id", fullname, form_requests.email, type_form as "typeForm", product, message,
  form_requests.photo, form_requests.phone, form_requests.created_at as "createdAt", answered_at as "answeredAt",
  coalesce(trim(answerer.name || ' ' || answerer.lastname), '') as "answeredBy",
  (select count(*)::int from request_answers where request_id = form_requests.id) as answers`
const JOINS = sql`left join users answerer on answerer.id = answered_by`

/** Form requests, newest first; the search matches name and product. */
export function listRequests(database: Db, query: RequestQuery) {
  return listPage<FormRequest>(database, query, {
    table: 'form_requests',
    columns: COLUMNS,
    joins: JOINS,
    filters: [
      ...(query.typeForm ? [sql`type_form = ${query.typeForm}`] : []),
      ...(query.search ? [containsText('search', query.search)] : []),
      ...(query.answered === undefined
        ? []
        : [sql`answered_at is ${query.answered ? sql`not null` : sql`null`}`]),
    ],
  })
}

/** The day of a form request, by which the audit names it. */
export const REQUEST_DAY = sql<string>`to_char(created_at at time zone ${sql.lit(store.timeZone)}, 'YYYY-MM-DD')`

/** @throws Refusal NOT_FOUND */
export async function readRequest(database: Db, id: string): Promise<FormRequest> {
  const { rows } = await sql<FormRequest>`
    select ${COLUMNS} from form_requests ${JOINS} where form_requests.id = ${id}`.execute(database)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Finds the prescription request of an image, with its day. */
export async function findPrescription(database: Db, photo: string) {
  const { rows } = await sql<{ id: string; day: string }>`
    select id, ${REQUEST_DAY} as day
    from form_requests where photo = ${photo} and photo <> ''`.execute(database)
  return rows[0]
}
