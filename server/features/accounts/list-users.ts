import { sql } from 'kysely'
import { ROLES, type Role } from '#domain/users.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage } from '../../database/list-page.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { INTERESTS, type UserWithInterests } from './queries.ts'

export type ListedUserRow = UserWithInterests & { second_factor: boolean }

type UserQuery = PageRequest & { role?: Role; except?: Role }

/** Users, newest first; the search matches name and last name (docs/product.md#users-screen). */
export function listUsers(database: Db, query: UserQuery) {
  const roles = ROLES.filter(
    (role) => (query.role === undefined || role === query.role) && role !== query.except,
  )
  return listPage<ListedUserRow>(database, query, {
    table: 'users',
    columns: sql`users.*, ${INTERESTS} as interests,
      exists (select from second_factors where user_id = users.id and confirmed_at is not null) as second_factor`,
    ...(roles.length < ROLES.length && { parts: { column: 'role', values: roles } }),
    filters: query.search ? [containsText('search', query.search)] : [],
    orderBy: ['id'],
    direction: 'desc',
  })
}
