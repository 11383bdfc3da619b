import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Scope } from '#domain/scopes.ts'
import type { Db } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'
import { countAttempt } from './rate-limits.ts'

/** A connected system that makes a call. */
export type Machine = { keyId: string; name: string; scopes: readonly Scope[] }

/** The beginning of every key, so that secret scanners find leaked keys. */
const PREFIX = 'bot_'

/** Makes a key of 32 random bytes; the database has only its hash. */
export const makeKey = () => `${PREFIX}${randomBytes(32).toString('base64url')}`

export const hashKey = (key: string) => createHash('sha256').update(key).digest()

/** The key in the header `Authorization: Bearer bot_…`; undefined without one. */
export function keyIn({ headers }: FastifyRequest): string | undefined {
  const [, key] = /^Bearer +(bot_\S*)$/i.exec(headers.authorization ?? '') ?? []
  return key
}

/**
 * The connected system of a key. The key is read for each request, so that a revoked key stops working at once.
 *
 * @param scopes the call's scopes; the key needs at least one of them
 * @throws Refusal NO_KEY (401) for an unknown, revoked or expired key; TOO_MANY; NO_SCOPE (403)
 */
export async function requireKey(database: Db, key: string, scopes: readonly Scope[] = []): Promise<Machine> {
  const { rows } = await sql<Machine & { isStale: boolean }>`
    select id as "keyId", name, scopes, last_used_at is null or last_used_at < now() - interval '1 minute' as "isStale"
    from connection_keys
    where key_hash = ${hashKey(key)} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(
    database,
  )
  if (!rows[0]) throw new Refusal('NO_KEY')
  const { isStale, ...machine } = rows[0]
  await countAttempt(database, 'keyCalls', { account: machine.keyId })
  if (isStale)
    await sql`update connection_keys set last_used_at = now() where id = ${machine.keyId}`.execute(database)
  if (!scopes.some((scope) => machine.scopes.includes(scope))) throw new Refusal('NO_SCOPE')
  return machine
}
