import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
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

const BATCH = 10_000

/**
 * Deletes the login records that are older than a number of days.
 *
 * @returns how many
 */
export async function expireLoginRecords(database: Db, days: number): Promise<number> {
  let expired = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from user_activity where id = any(array(
        select id from user_activity where created_at < now() - make_interval(days => ${days}::int) limit ${BATCH}
        for update skip locked))`.execute(database)
    expired += Number(numAffectedRows)
    if (numAffectedRows < BATCH) return expired
  }
}
