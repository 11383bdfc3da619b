import { sql } from 'kysely'
import type { FormRequest } from '#contract/requests.ts'
import { store } from '#store'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, maintainedCount } from '../../database/list-page.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'

type RequestQuery = PageRequest & { typeForm?: FormRequest['typeForm'] }
type RequestRow = Omit<FormRequest, 'createdAt'> & { created_at: Date }

/** Form requests, newest first; the search matches name and product. */
export function listRequests(database: Db, query: RequestQuery) {
  return listPage<RequestRow>(database, query, {
    table: 'form_requests',
    columns: sql`form_requests.id as "_id", fullname, email, type_form as "typeForm", product, message, photo, phone,
      created_at`,
    filters: [
      ...(query.typeForm ? [sql`type_form = ${query.typeForm}`] : []),
      ...(query.search ? [containsText('search', query.search)] : []),
    ],
    maintainedTotal: maintainedCount('form_requests'),
    orderBy: ['id'],
    direction: 'desc',
  })
}

/** The prescription request of an image, with the day on which it came in. */
export async function findPrescription(database: Db, photo: string) {
  const { rows } = await sql<{ id: string; day: string }>`
    select id, to_char(created_at at time zone ${sql.lit(store.timeZone)}, 'YYYY-MM-DD') as day
    from form_requests where photo = ${photo} and photo <> ''`.execute(database)
  return rows[0]
}
