import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Limit } from '#contract/call.ts'
import type { Db } from '../database/schema.ts'
import { Refusal } from './refusal.ts'

const MINUTE = 60

/** How many attempts in how many seconds, for one account (an e-mail or a user) and for one network address. */
const LIMITS: Record<Limit, { account: number; address: number; seconds: number }> = {
  login: { account: 10, address: 100, seconds: 15 * MINUTE },
  register: { account: 10, address: 60, seconds: 60 * MINUTE },
  recovery: { account: 5, address: 30, seconds: 15 * MINUTE },
  forms: { account: 10, address: 30, seconds: 10 * MINUTE },
  uploads: { account: 60, address: 120, seconds: 10 * MINUTE },
}

/** Who attempts. `address` is absent where the limit per address is off. */
export type LimitSubject = { account?: string; address?: string }

/** Keys are hashes: an address or an e-mail in this table would be one more place to guard. */
const keys = (limit: Limit, attempt: LimitSubject) =>
  (['account', 'address'] as const).flatMap((by) => {
    const who = attempt[by]
    if (!who) return []
    const key = createHash('sha256').update(`${limit} ${by} ${who}`).digest('base64url')
    return [{ key, allowed: LIMITS[limit][by] }]
  })

/** Counts an attempt in PostgreSQL, so that several servers agree. Refuses with TOO_MANY past the limit. */
export async function countAttempt(database: Db, limit: Limit, attempt: LimitSubject) {
  for (const { key, allowed } of keys(limit, attempt)) {
    const { rows } = await sql<{ attempts: number; wait: number }>`
      insert into rate_limits as kept values (${key}, 1, now() + make_interval(secs => ${LIMITS[limit].seconds}))
      on conflict (key) do update set
        attempts = case when kept.resets_at <= now() then 1 else kept.attempts + 1 end,
        resets_at = case when kept.resets_at <= now() then excluded.resets_at else kept.resets_at end
      returning attempts, extract(epoch from resets_at - now())::float8 as wait`.execute(database)
    const [row] = rows
    if (row && row.attempts > allowed) throw new Refusal('TOO_MANY', { retryAfter: row.wait })
  }
}

/**
 * Takes back an attempt that succeeded: the account's failures before it are forgiven, the address's are not, or a guesser
 * with an account of his own would start anew with each login of his.
 */
export async function forgiveAttempts(database: Db, limit: Limit, { account, address }: LimitSubject) {
  const forgiven = keys(limit, { account }).map(({ key }) => key)
  const returned = keys(limit, { address }).map(({ key }) => key)
  await sql`
    with forgiven as (delete from rate_limits where key = any(${forgiven}::text[]))
    update rate_limits set attempts = attempts - 1 where key = any(${returned}::text[]) and attempts > 0`.execute(
    database,
  )
}
