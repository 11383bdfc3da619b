import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { hashPassword, randomPassword } from '../accounts/passwords.ts'

/** The name that replaces an erased person's name. */
export const ERASED_NAME = 'Persona eliminada'

/** An undeliverable address (RFC 2606), with which nobody can register. */
const ERASED_EMAIL = 'persona-eliminada@invalid'

/**
 * The account that owns the orders of all erased persons. One common owner hides which orders were of the same person. The account is
 * disabled, and created with the first erased order.
 *
 * @returns its id
 */
export async function findOrCreateErasedAccount(tx: Tx): Promise<string> {
  const find = () => tx.selectFrom('users').select('id').where('email', '=', ERASED_EMAIL).executeTakeFirst()
  const known = await find()
  if (known) return known.id
  // Nobody knows this password.
  const password = await hashPassword(randomPassword())
  await sql`
    insert into users (email, password_hash, name, disabled_at) values (${ERASED_EMAIL}, ${password}, ${ERASED_NAME}, now())
    on conflict (email) do nothing`.execute(tx)
  return (await find())!.id
}

export const isErasedAccount = (email: string) => email === ERASED_EMAIL
