import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

/**
 * Replaces a user's interests.
 *
 * @param names category names with commas between them; unknown names are ignored
 * @returns how many interests the user has now
 */
export async function setInterests(tx: Tx, userId: string, names: string): Promise<number> {
  await tx.deleteFrom('user_interests').where('user_id', '=', userId).execute()
  const { numAffectedRows } = await sql`
    insert into user_interests
    select ${userId}, id from categories
    where name_key = any(array(select fold(name) from unnest(${names.split(',')}::text[]) name))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
