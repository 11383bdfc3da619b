import type { ListedUser, User } from '#contract/users.ts'
import type { ListedUserRow } from './list-users.ts'
import type { UserWithInterests } from './queries.ts'

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

export const presentListedUser = (row: ListedUserRow): ListedUser => ({
  ...presentUser(row),
  disabled: row.disabled_at !== null,
  secondFactor: row.second_factor,
  invitedAt: row.invited_at,
})
