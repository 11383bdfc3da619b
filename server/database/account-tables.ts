import type { Generated } from 'kysely'
import type { Role } from '#domain/users.ts'
import type { Computed, Day, Instant, Moment, OptionalInstant } from './column-types.ts'

interface Users {
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
  disabled_at: OptionalInstant
  /** When staff were invited; null for everybody else, and once they have chosen a password. */
  invited_at: OptionalInstant
}

interface Sessions {
  token_hash: Buffer
  user_id: string
  expires_at: Instant
  created_at: Moment
  /** When the user last gave a code of the second factor in this session. */
  code_at: OptionalInstant
}

export type TokenPurpose =
  | 'password-reset'
  | 'login-ticket'
  | 'remembered-device'
  | 'known-device'
  | 'stop-reminders'
  | 'stop-alerts'

/** Tokens of mails and cookies; see `server/http/tokens.ts`. */
interface Tokens {
  purpose: TokenPurpose
  token_hash: Buffer
  /** The token's user; null for the purpose 'stop-alerts'. */
  user_id: string | null
  /** The stock alert whose mail has the token. */
  alert_id: string | null
  /** The user or the alert. */
  subject: Computed<string>
  expires_at: Instant
}

interface UserInterests {
  user_id: string
  category_id: string
}

export interface AccountTables {
  users: Users
  sessions: Sessions
  tokens: Tokens
  user_interests: UserInterests
}
