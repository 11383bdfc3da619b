import { type RawBuilder, sql } from 'kysely'
import type { FormRequest } from '#contract/requests.ts'
import { type Cut, limitTo, readPage, type Slice, slice } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { likePattern } from '../catalog/search-words.ts'

type RequestRow = Omit<FormRequest, 'createdAt'> & { created_at: Date }

/** The forms that were sent, newest first, by type and by a part of name or product. All of them are a kept count. */
export async function listRequests(
  database: Db,
  query: Slice & { typeForm?: FormRequest['typeForm'] },
): Promise<{ rows: RequestRow[]; total: number }> {
  const search = query.search?.trim()
  const conditions: RawBuilder<unknown>[] = [
    ...(query.typeForm ? [sql`type_form = ${query.typeForm}`] : []),
    ...(search ? [sql`search like fold(${likePattern(search)})`] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const count = async () => {
    const { rows } = await (conditions.length > 0
      ? sql<{ total: number }>`select count(*)::int as total from form_requests ${where}`
      : sql<{ total: number }>`
          select coalesce(sum(rows), 0)::int as total from row_counts where name = 'form_requests'`
    ).execute(database)
    return rows[0]?.total ?? 0
  }
  const read = async ({ offset, limit, backwards }: Cut) => {
    const order = backwards ? sql`asc` : sql`desc`
    const { rows } = await sql<RequestRow>`
      select f.id as "_id", f.fullname, f.email, f.type_form as "typeForm", f.product, f.message, f.photo, f.phone,
        f.created_at
      from (select id from form_requests ${where} order by id ${order} ${limitTo({ limit, offset })}) cut
      join form_requests f on f.id = cut.id
      order by f.id ${order}`.execute(database)
    return rows
  }
  return readPage(slice(query, 10), count, read)
}
