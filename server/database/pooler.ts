import pg from 'pg'
import { ConfigError } from '../config.ts'

/** PostgreSQL's codes for a prepared statement that is missing or exists already, since each connection has its own. */
const WRONG_STATEMENT = new Set(['26000', '42P05'])

/**
 * Whether a pooler without `DATABASE_POOLER` explains an error: poolers refuse a session's settings, and
 * prepared statements are missing after a change of connection.
 */
export const comesFromPooler = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (/^unsupported startup parameter/.test(error.message) || WRONG_STATEMENT.has(error.code ?? ''))

/** The error for a server or a command behind a pooler without `DATABASE_POOLER`. */
export const poolerNotNamed = (cause: unknown) =>
  new ConfigError('DATABASE_URL lleva a un pgbouncer: define también DATABASE_POOLER=transaction.', { cause })
