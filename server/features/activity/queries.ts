import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
import { type Cut, limitTo, readPage, type Slice, slice } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { likePattern } from '../catalog/search-words.ts'

type ActivityRow = { name: string; email: string; role: Role; created_at: Date }

/** Logins, newest first, by a part of name or role (spec §2, Board). The total without a search is a kept count. */
export async function listActivity(
  database: Db,
  query: Slice,
): Promise<{ rows: ActivityRow[]; total: number }> {
  const search = query.search?.trim()
  const where = search ? sql`where search like fold(${likePattern(search)})` : sql``
  const count = async () => {
    const { rows } = await (search
      ? sql<{ total: number }>`select count(*)::int as total from user_activity ${where}`
      : sql<{ total: number }>`
          select coalesce(sum(rows), 0)::int as total from row_counts where name = 'user_activity'`
    ).execute(database)
    return rows[0]?.total ?? 0
  }
  const read = async ({ offset, limit, backwards }: Cut) => {
    const order = backwards ? sql`asc` : sql`desc`
    const { rows } = await sql<ActivityRow>`
      select name, email, role, created_at
      from (select id from user_activity ${where} order by id ${order} ${limitTo({ limit, offset })}) cut
      join user_activity using (id)
      order by id ${order}`.execute(database)
    return rows
  }
  return readPage(slice(query, 10), count, read)
}
