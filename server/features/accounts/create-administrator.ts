import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { hashPassword } from './passwords.ts'
import { randomPassword } from './random-password.ts'

/**
 * Creates the first administrator when there is none (README.md#configuration).
 *
 * @returns the random password, to be printed once; null when the password was configured or nothing was created
 */
export async function createAdministrator(
  database: Db,
  { email, password }: { email: string; password?: string },
): Promise<string | null> {
  const plain = password ?? randomPassword()
  const password_hash = await hashPassword(plain)
  const { numAffectedRows } = await sql`
    insert into users (role, email, password_hash, name, lastname)
    select 'Administrador', ${email}, ${password_hash}, 'Administración', ''
    where not exists (select from users where role = 'Administrador')
    on conflict (email) do nothing`.execute(database)
  return numAffectedRows === 1n && !password ? plain : null
}
