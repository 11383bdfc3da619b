import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
import { expireRows } from '../../database/expire-rows.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'

type LoginRecordRow = { name: string; email: string; role: Role; createdAt: string }

/** Logins, newest first; the search matches name and role. */
export function listLoginRecords(database: Db, query: PageRequest) {
  return listPage<LoginRecordRow>(database, query, {
    table: 'user_activity',
    columns: sql`name, email, role, created_at as "createdAt"`,
    filters: query.search ? [containsText('search', query.search)] : [],
  })
}

/**
 * Deletes the login records that are older than a number of days.
 *
 * @returns how many
 */
export const expireLoginRecords = (database: Db, days: number) =>
  expireRows(database, { table: 'user_activity', since: 'created_at', days })
