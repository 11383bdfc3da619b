import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Limit } from '#contract/call.ts'
import type { Db } from '../database/schema.ts'
import { Refusal } from './refusal.ts'

const MINUTE = 60

/** Attempts allowed in a number of seconds, for one account (an e-mail or a user) and for one network address. */
export const LIMITS: Record<Limit, { account: number; address: number; seconds: number }> = {
  login: { account: 10, address: 100, seconds: 15 * MINUTE },
  register: { account: 10, address: 60, seconds: 60 * MINUTE },
  recovery: { account: 5, address: 30, seconds: 15 * MINUTE },
  forms: { account: 10, address: 30, seconds: 10 * MINUTE },
  uploads: { account: 60, address: 120, seconds: 10 * MINUTE },
}

/** The account and the network address whose attempts are counted; an absent one is not counted. */
export type LimitSubject = { account?: string; address?: string }

/** Keys are hashes, so that the table holds no e-mail and no network address. */
const keys = (limit: Limit, subject: LimitSubject) =>
  (['account', 'address'] as const).flatMap((by) => {
    const value = subject[by]
    if (!value) return []
    const key = createHash('sha256').update(`${limit} ${by} ${value}`).digest('base64url')
    return [{ key, allowed: LIMITS[limit][by] }]
  })

/**
 * Counts an attempt in PostgreSQL, so that all servers share the count.
 *
 * @throws Refusal TOO_MANY past the limit, with the seconds to wait
 */
export async function countAttempt(database: Db, limit: Limit, subject: LimitSubject) {
  for (const { key, allowed } of keys(limit, subject)) {
    const { rows } = await sql<{ attempts: number; wait: number }>`
      insert into rate_limits as counted values (${key}, 1, now() + make_interval(secs => ${LIMITS[limit].seconds}))
      on conflict (key) do update set
        attempts = case when counted.resets_at <= now() then 1 else counted.attempts + 1 end,
        resets_at = case when counted.resets_at <= now() then excluded.resets_at else counted.resets_at end
      returning attempts, extract(epoch from resets_at - now())::float8 as wait`.execute(database)
    const [row] = rows
    if (row && row.attempts > allowed) throw new Refusal('TOO_MANY', { retryAfter: row.wait })
  }
}

/**
 * After a success: deletes the account's count and takes this one attempt off the address's count. The address keeps its
 * failures: otherwise an attacker could reset them by logging in to an own account.
 */
export async function forgiveAttempts(database: Db, limit: Limit, { account, address }: LimitSubject) {
  const accountKeys = keys(limit, { account }).map(({ key }) => key)
  const addressKeys = keys(limit, { address }).map(({ key }) => key)
  await sql`
    with forgiven as (delete from rate_limits where key = any(${accountKeys}::text[]))
    update rate_limits set attempts = attempts - 1 where key = any(${addressKeys}::text[]) and attempts > 0`.execute(
    database,
  )
}
