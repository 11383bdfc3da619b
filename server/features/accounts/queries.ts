import { sql } from 'kysely'
import type { Db, UserRow } from '../../database/schema.ts'

export type UserWithInterests = UserRow & { interests: string[] }

/** The names of the interests of the row `users`, in alphabetical order. */
export const INTERESTS = sql<string[]>`array(
  select categories.name from user_interests join categories on categories.id = category_id
  where user_id = users.id order by categories.name_key)`

export async function findUser(database: Db, id: string): Promise<UserWithInterests | undefined> {
  return database
    .selectFrom('users')
    .selectAll()
    .select(INTERESTS.as('interests'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The account to log in to; undefined when unknown or disabled. */
export async function findLogin(database: Db, email: string) {
  return database
    .selectFrom('users')
    .select(['id', 'role', 'name', 'lastname', 'email', 'password_hash'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}
