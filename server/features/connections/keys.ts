import { sql } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import type { connectionCalls, Key } from '#contract/connections.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { likePattern } from '../../database/like-pattern.ts'
import { listPage, type Page, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { hashKey, makeKey } from '../../http/connection-keys.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { refuseName } from '../../refusals/refuse-taken.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

type NewKey = CallOutput<typeof connectionCalls.createKey>['body']

/**
 * Creates a key for another system.
 *
 * @returns its id, and the key, which is stored as a hash only
 * @throws Refusal NAME_TAKEN while a valid key has the name
 */
export function createKey(
  database: Db,
  { name, scopes, expires }: NewKey,
  actor: Actor,
): Promise<{ _id: string; key: string }> {
  const key = makeKey()
  const created = inTransaction(database, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into connection_keys (name, scopes, key_hash, expires_at)
      values (${name}, ${scopes}, ${hashKey(key)}, ${expires ? new Date(expires) : null}) returning id`.execute(
      tx,
    )
    const { id } = rows[0]!
    await recordAudit(tx, actor, {
      action: 'connection.key-create',
      subject: { kind: 'connection', id, label: name },
      after: { scopes, expires: expires ?? null },
    })
    return { _id: id, key }
  })
  return refuseName(created, { code: 'NAME_TAKEN', field: 'name' })
}

/** The keys without their secrets: valid keys first, then the newest. */
export function listKeys(database: Db, query: PageRequest): Promise<Page<Key>> {
  return listPage<Key>(database, query, {
    table: 'connection_keys',
    columns: sql`connection_keys.id as "_id", name, scopes, created_at as "createdAt", last_used_at as "lastUsed",
      expires_at as expires, revoked_at is not null as revoked`,
    filters: query.search ? [sql`fold(name) like (select fold(${likePattern(query.search)}))`] : [],
    orderBy: [{ value: sql`(revoked_at is null and (expires_at is null or expires_at > now()))` }, 'id'],
  })
}

/**
 * Revokes a key. Revoking it again changes nothing.
 *
 * @throws Refusal NOT_FOUND
 */
export async function revokeKey(database: Db, id: string, actor: Actor): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { rows } = await sql<{ name: string; revoked: boolean }>`
      select name, revoked_at is not null as revoked from connection_keys where id = ${id} for update`.execute(
      tx,
    )
    const [key] = rows
    if (!key) throw new Refusal('NOT_FOUND')
    if (key.revoked) return
    await sql`update connection_keys set revoked_at = now() where id = ${id}`.execute(tx)
    await recordAudit(tx, actor, {
      action: 'connection.key-revoke',
      subject: { kind: 'connection', id, label: key.name },
    })
  })
}
