import { sql } from 'kysely'
import type { ListedClient, ListedUser, User } from '#contract/users.ts'
import { ROLES, type Role } from '#domain/users.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, type Page, type PageRequest } from '../../database/list-page.ts'
import type { Db, Tx, UserRow } from '../../database/schema.ts'
import { findNamed } from '../categories-and-suppliers/name-filter.ts'

type UserWithInterests = UserRow & { interests: string[] }

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

/** The account of a login; undefined when the e-mail has no account, or the account is disabled. */
export async function findLogin(database: Db, email: string) {
  return database
    .selectFrom('users')
    .select(['id', 'role', 'name', 'lastname', 'email', 'password_hash'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** The fields of a user that an answer may contain: never the password. */
export const presentUser = (row: UserWithInterests): User => ({
  _id: row.id,
  name: row.name,
  lastname: row.lastname,
  photo: row.photo,
  role: row.role,
  email: row.email,
  rut: row.rut,
  phone: row.phone,
  cellphone: row.cellphone,
  gender: row.gender,
  birthdate: row.birthdate ?? '',
  interests: row.interests,
})

type UserQuery = PageRequest & { role?: Role; except?: Role }

/** Users, newest first; the search matches name and last name. */
export async function listUsers(database: Db, query: UserQuery): Promise<Page<ListedUser>> {
  const roles = ROLES.filter(
    (role) => (query.role === undefined || role === query.role) && role !== query.except,
  )
  const { data: rows, ...counted } = await listPage<UserWithInterests & { second_factor: boolean }>(
    database,
    query,
    {
      table: 'users',
      columns: sql`users.*, ${INTERESTS} as interests,
      exists (select from second_factors where user_id = users.id and confirmed_at is not null) as second_factor`,
      ...(roles.length < ROLES.length && { parts: { column: 'role', values: roles } }),
      filters: query.search ? [containsText('search', query.search)] : [],
    },
  )
  return { data: rows.map(presentListed), ...counted }
}

/** Customers as {@link listUsers} lists them, each with the number of orders that aren't cancelled and the time of the last one. */
export async function listClients(database: Db, query: PageRequest): Promise<Page<ListedClient>> {
  const { data, ...counted } = await listUsers(database, { ...query, role: 'Cliente' })
  const { rows } = await sql<{ id: string; orders: number; last: string }>`
    select user_id as id, count(*)::int as orders, max(created_at) as last from orders
    where user_id = any(${data.map(({ _id }) => _id)}::uuid[]) and status <> 'cancelled' group by user_id`.execute(
    database,
  )
  const bought = new Map(rows.map(({ id, orders, last }) => [id, { orders, lastOrder: last }]))
  return {
    data: data.map((client) => ({
      ...client,
      ...(bought.get(client._id) ?? { orders: 0, lastOrder: null }),
    })),
    ...counted,
  }
}

const presentListed = (row: UserWithInterests & { second_factor: boolean }): ListedUser => ({
  ...presentUser(row),
  disabled: row.disabled_at !== null,
  secondFactor: row.second_factor,
  invitedAt: row.invited_at,
})

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
