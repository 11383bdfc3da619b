import type { ColumnType, Generated } from 'kysely'
import type { Role } from '#domain/users.ts'
import type { Computed, Day, Moment } from './column-types.ts'

export interface Users {
  id: Generated<string>
  role: Generated<Role>
  email: string
  password_hash: string
  name: string
  lastname: Generated<string>
  photo: Generated<string>
  rut: Generated<string>
  phone: Generated<string>
  cellphone: Generated<string>
  gender: Generated<string>
  birthdate: Day | null
  search: Computed<string>
  created_at: Moment
  /** When the account was disabled; null while it is enabled. */
  disabled_at: ColumnType<Date | null, Date | undefined, Date | null>
  /** When staff were invited; null for everybody else, and once they have chosen a password. */
  invited_at: ColumnType<Date | null, Date | undefined, Date | null>
}

export interface Sessions {
  token_hash: Buffer
  user_id: string
  expires_at: Date
  created_at: Moment
}

/** Devices that a user has logged in with; see `server/http/known-devices.ts`. */
export interface KnownDevices {
  token_hash: Buffer
  user_id: string
  expires_at: Date
}

export interface PasswordResets {
  token_hash: Buffer
  user_id: string
  expires_at: Date
}

export interface UserActivity {
  id: Generated<string>
  user_id: string | null
  name: string
  email: string
  role: Role
  search: Computed<string>
  created_at: Moment
}

export interface UserInterests {
  user_id: string
  category_id: string
}
