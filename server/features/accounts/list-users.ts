import { sql } from 'kysely'
import { ROLES, type Role } from '#domain/users.ts'
import { containsText } from '../../database/like-pattern.ts'
import { type List, listPage, maintainedCount, where } from '../../database/list-page.ts'
import { limitTo, type PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { INTERESTS, type UserWithInterests } from './queries.ts'

type UserQuery = PageRequest & { role?: Role; except?: Role }

/** Users, newest first; the search matches name and last name (docs/product.md#users-screen). */
export function listUsers(database: Db, query: UserQuery) {
  const roles = ROLES.filter(
    (role) => (query.role === undefined || role === query.role) && role !== query.except,
  )
  const filters = query.search ? [containsText('search', query.search)] : []
  return listPage<UserWithInterests>(database, query, {
    table: 'users',
    columns: sql`users.*, ${INTERESTS} as interests`,
    ...byRole(roles, filters),
    filters,
    maintainedTotal: maintainedCount(...roles.map((role) => `users:${role}`)),
    orderBy: ['id'],
    direction: 'desc',
  })
}

function byRole(roles: Role[], filters: NonNullable<List['filters']>): Pick<List, 'scope' | 'source'> {
  if (roles.length === ROLES.length) return {}
  if (roles.length === 1) return { scope: [sql`role = ${roles[0]}`] }
  return {
    scope: [sql`role = any(${roles}::text[])`],
    // Each role is read from its own part of the index, as far as the page's end, and the parts are merged. The limit is
    // rounded up to a power of ten, so that there are few different statements to prepare.
    source: ({ offset, limit }, direction) => {
      const enough = { limit: 10 ** Math.ceil(Math.log10(offset + limit)), offset: 0 }
      return sql`unnest(${roles}::text[]) as wanted (role) cross join lateral (
        select id from users ${where([sql`role = wanted.role`, ...filters])}
        order by id ${direction} ${limitTo(enough)}) users`
    },
  }
}
