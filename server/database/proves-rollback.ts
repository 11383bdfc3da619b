import pg from 'pg'
import { errors } from '#contract/errors.ts'

/**
 * PostgreSQL's codes that leave open whether a transaction was committed: the connection or the server ended (08, 57P,
 * 25P03, 25P04), a system or internal error (58, XX), and a statement whose completion is unknown (40003).
 */
const UNKNOWN_OUTCOME = /^(08|57P|25P0[34]|58|XX|40003)/

/**
 * Whether an error proves that its transaction wasn't committed: a refusal, or PostgreSQL's error for a statement. After a lost
 * connection, the COMMIT may have arrived.
 */
export function provesRollback(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !UNKNOWN_OUTCOME.test(error.code ?? 'XX')
  return isRefusal(error)
}

/** Recognises a Refusal by its code, because this folder can't import the class. */
const isRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && isCode(error.code) && errors[error.code].status < 500

const isCode = (code: unknown): code is keyof typeof errors =>
  typeof code === 'string' && Object.hasOwn(errors, code)
