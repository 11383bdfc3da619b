import { type RawBuilder, sql } from 'kysely'
import { ROLES, type Role } from '#contract/users.ts'
import { type Cut, limitTo, readPage, type Slice, slice } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { likePattern } from '../catalog/search-words.ts'
import type { UserWithInterests } from './queries.ts'

type UserQuery = Slice & { role?: Role; except?: Role }

/** Users, newest first, by role and by a part of name or last name (spec §5). Totals without a search are kept counts. */
export async function listUsers(
  database: Db,
  query: UserQuery,
): Promise<{ rows: UserWithInterests[]; total: number }> {
  const roles = ROLES.filter(
    (role) => (query.role === undefined || role === query.role) && role !== query.except,
  )
  const search = query.search?.trim()
  const conditions: RawBuilder<unknown>[] = [
    ...(roles.length === 1 ? [sql`role = ${roles[0]}`] : []),
    ...(roles.length === 0 || roles.length === 2 ? [sql`role = any(${roles}::text[])`] : []),
    ...(search ? [sql`search like fold(${likePattern(search)})`] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

  const count = async () => {
    const { rows } = await (search
      ? sql<{ total: number }>`select count(*)::int as total from users ${where}`
      : sql<{ total: number }>`
          select coalesce(sum(rows), 0)::int as total from row_counts
          where name = any(${roles.map((role) => `users:${role}`)}::text[])`
    ).execute(database)
    return rows[0]?.total ?? 0
  }
  const read = async ({ offset, limit, backwards }: Cut) => {
    const order = backwards ? sql`asc` : sql`desc`
    const { rows } = await sql<UserWithInterests>`
      select users.*, array(
        select categories.name from user_interests join categories on categories.id = category_id
        where user_id = users.id order by categories.name_key) as interests
      from (select id from users ${where} order by id ${order} ${limitTo({ limit, offset })}) cut
      join users on users.id = cut.id
      order by users.id ${order}`.execute(database)
    return rows
  }
  return readPage(slice(query, 10), count, read)
}
