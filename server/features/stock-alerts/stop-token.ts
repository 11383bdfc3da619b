import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../database/schema.ts'

/** The database has only the hash of a token. */
export const hashStopToken = (token: string) => createHash('sha256').update(token).digest()

/** Creates the token of the link in an alert's mail, replacing the token of an earlier attempt to send it. */
export async function issueStopToken(database: Db, alertId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database
    .updateTable('stock_alerts')
    .set({ token_hash: hashStopToken(token) })
    .where('id', '=', alertId)
    .execute()
  return token
}
