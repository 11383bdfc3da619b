import { type RawBuilder, sql } from 'kysely'
import { ROLES, type Role } from '#domain/users.ts'
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
  const found = search ? sql`search like fold(${likePattern(search)})` : sql`true`

  const count = async () => {
    const { rows } = await (search
      ? sql<{
          total: number
        }>`select count(*)::int as total from users where role = any(${roles}::text[]) and ${found}`
      : sql<{ total: number }>`
          select coalesce(sum(rows), 0)::int as total from row_counts
          where name = any(${roles.map((role) => `users:${role}`)}::text[])`
    ).execute(database)
    return rows[0]?.total ?? 0
  }
  const read = async (cut: Cut) => {
    const order = cut.backwards ? sql`asc` : sql`desc`
    const { rows } = await sql<UserWithInterests>`
      select users.*, array(
        select categories.name from user_interests join categories on categories.id = category_id
        where user_id = users.id order by categories.name_key) as interests
      from (select id from ${candidates(cut, order)} order by id ${order} ${limitTo(cut)}) cut
      join users on users.id = cut.id
      order by users.id ${order}`.execute(database)
    return rows
  }
  const candidates = (cut: Cut, order: RawBuilder<unknown>) => {
    if (roles.length === ROLES.length) return sql`users where ${found}`
    if (roles.length === 1) return sql`users where role = ${roles[0]} and ${found}`
    // Each role is read by its own index, as far as the page reaches (a power of ten: few texts to prepare); then merged.
    const reach = { limit: 10 ** Math.ceil(Math.log10(cut.offset + cut.limit)), offset: 0 }
    return sql`unnest(${roles}::text[]) as wanted (role) cross join lateral (
      select id from users where role = wanted.role and ${found} order by id ${order} ${limitTo(reach)}) users`
  }
  return readPage(slice(query, 10), count, read)
}
