import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { hashPassword } from './passwords.ts'
import { randomPassword } from './random-password.ts'

/**
 * Makes the first administrator when there is none (design §4).
 *
 * @returns the password when it was made up here, to be printed once; null when nothing was made or the password was given
 */
export async function createAdministrator(
  database: Db,
  { email, password }: { email: string; password?: string },
): Promise<string | null> {
  const chosen = password ?? randomPassword()
  const password_hash = await hashPassword(chosen)
  const { numAffectedRows } = await sql`
    insert into users (role, email, password_hash, name, lastname)
    select 'Administrador', ${email}, ${password_hash}, 'Administración', ''
    where not exists (select from users where role = 'Administrador')
    on conflict (email) do nothing`.execute(database)
  return numAffectedRows === 1n && !password ? chosen : null
}
