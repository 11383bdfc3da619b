import { type RawBuilder, sql } from 'kysely'
import type { ListedClient, ListedUser, User } from '#contract/users.ts'
import { ROLES, type Role } from '#domain/users.ts'
import { containsText } from '../../database/like-pattern.ts'
import { type List, listPage, type PageRequest } from '../../database/list-page.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { findNamed } from '../categories-and-suppliers/name-filter.ts'

/** The names of the interests of the row `users`, in alphabetical order. */
export const INTERESTS = sql`array(
  select categories.name from user_interests join categories on categories.id = category_id
  where user_id = users.id order by categories.name_key)`

/** The columns of a {@link User}: never the password. */
const COLUMNS = sql`users.id as "_id", name, lastname, photo, role, email, rut, phone, cellphone, gender,
  coalesce(birthdate::text, '') as birthdate, ${INTERESTS} as interests`

export async function findUser(database: Db, id: string): Promise<User | undefined> {
  const { rows } = await sql<User>`select ${COLUMNS} from users where id = ${id}`.execute(database)
  return rows[0]
}

/**
 * Locks a user, so that parallel changes wait for each other.
 *
 * @throws Refusal NOT_FOUND
 */
export async function lockUser(tx: Tx, id: string) {
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw new Refusal('NOT_FOUND')
  return user
}

/** The account of a login; undefined when the e-mail has no account, or the account is disabled. */
export async function findLogin(database: Db, email: string) {
  return database
    .selectFrom('users')
    .select(['id', 'role', 'name', 'lastname', 'email', 'password_hash'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

const LISTED = sql`${COLUMNS}, disabled_at is not null as disabled, invited_at as "invitedAt",
  exists (select from second_factors where user_id = users.id and confirmed_at is not null) as "secondFactor"`

type UserQuery = PageRequest & { role?: Role; except?: Role }

/** Users, newest first; the search matches name and last name. */
function listOf({ role, except, search }: UserQuery, columns: RawBuilder<unknown>): List {
  const roles = ROLES.filter((one) => (role === undefined || role === one) && one !== except)
  return {
    table: 'users',
    columns,
    ...(roles.length < ROLES.length && { parts: { column: 'role', values: roles } }),
    filters: search ? [containsText('search', search)] : [],
  }
}

export const listUsers = (database: Db, query: UserQuery) =>
  listPage<ListedUser>(database, query, listOf(query, LISTED))

const BOUGHT = sql`from orders where user_id = users.id and status <> 'cancelled'`

/** Customers as {@link listUsers} lists them, each with the number of orders that aren't cancelled and the time of the last one. */
export const listClients = (database: Db, query: PageRequest) =>
  listPage<ListedClient>(
    database,
    query,
    listOf(
      { ...query, role: 'Cliente' },
      sql`${LISTED}, (select count(*)::int ${BOUGHT}) as orders, (select max(created_at) ${BOUGHT}) as "lastOrder"`,
    ),
  )

/**
 * Replaces a user's interests.
 *
 * @param names a comma list of categories; unknown names are ignored
 * @returns how many interests the user has now
 */
export async function setInterests(tx: Tx, userId: string, names: string): Promise<number> {
  await tx.deleteFrom('user_interests').where('user_id', '=', userId).execute()
  const categories = await findNamed(tx, 'categories', names)
  await sql`insert into user_interests select ${userId}, unnest(${categories}::uuid[])`.execute(tx)
  return categories.length
}
