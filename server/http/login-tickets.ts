import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/schema.ts'

const LIFETIME_MINUTES = 10

/** Tickets are 32 random bytes; the database has only their hash. */
const hash = (ticket: string) => createHash('sha256').update(ticket).digest()

/** Makes the ticket of a login that waits for a code of the second factor. */
export async function issueTicket(tx: Tx, userId: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await sql`
    insert into login_tickets (token_hash, user_id, expires_at)
    values (${hash(ticket)}, ${userId}, now() + make_interval(mins => ${LIFETIME_MINUTES}::int))`.execute(tx)
  return ticket
}

/** The user of a valid ticket. */
export async function findTicketUser(database: Db, ticket: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('login_tickets')
    .select('user_id')
    .where('token_hash', '=', hash(ticket))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.user_id
}

/** Deletes a ticket. Of several requests at once one gets true. */
export async function spendTicket(tx: Tx, ticket: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('login_tickets')
    .where('token_hash', '=', hash(ticket))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
