import pg from 'pg'
import { ConfigError } from '../config.ts'

/** PostgreSQL's codes of a prepared statement that is missing, or there already: each connection has its own. */
const WRONG_STATEMENT = new Set(['26000', '42P05'])

/**
 * Whether an error comes from a pooler that `DATABASE_POOLER` doesn't name (docs/operations.md#a-pooler): it refuses the settings of a
 * session, or gives each transaction another connection, so that prepared statements are missing.
 */
export const comesFromPooler = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (/^unsupported startup parameter/.test(error.message) || WRONG_STATEMENT.has(error.code ?? ''))

/** The failure of a server or a command that was started with such a pooler. */
export const poolerNotNamed = (cause: unknown) =>
  new ConfigError('DATABASE_URL lleva a un pgbouncer: define también DATABASE_POOLER=transaction.', { cause })
