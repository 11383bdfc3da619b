import { sql } from 'kysely'
import { ROLES, type Role } from '#domain/users.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, maintainedCount } from '../../database/list-page.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { INTERESTS, type UserWithInterests } from './queries.ts'

type UserQuery = PageRequest & { role?: Role; except?: Role }

/** Users, newest first; the search matches name and last name (docs/product.md#users-screen). */
export function listUsers(database: Db, query: UserQuery) {
  const roles = ROLES.filter(
    (role) => (query.role === undefined || role === query.role) && role !== query.except,
  )
  return listPage<UserWithInterests>(database, query, {
    table: 'users',
    columns: sql`users.*, ${INTERESTS} as interests`,
    ...(roles.length < ROLES.length && { parts: { column: 'role', values: roles } }),
    filters: query.search ? [containsText('search', query.search)] : [],
    maintainedTotal: maintainedCount(...roles.map((role) => `users:${role}`)),
    orderBy: ['id'],
    direction: 'desc',
  })
}
