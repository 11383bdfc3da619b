import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { findNamed } from '../categories-and-suppliers/name-filter.ts'

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
