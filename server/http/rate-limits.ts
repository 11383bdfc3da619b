import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import type { Limit } from '#contract/call.ts'
import type { Db } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'

const MINUTE = 60

/** Attempts allowed in a number of seconds. */
type Allowed = {
  /** Attempts for one account, except from its known devices. */
  account: number
  /** Attempts from one address, for any account. */
  address: number
  accountAtAddress?: number
  accountOnDevice?: number
  seconds: number
}
type Counter = Exclude<keyof Allowed, 'seconds'>

/**
 * The limits that calls declare, and three others: `mailsToOthers` counts mails about an order to an address other than the account's,
 * `keyCalls` the calls of a key, and `wrongCodes` discount codes that don't exist.
 */
type CountedLimit = Limit | 'mailsToOthers' | 'keyCalls' | 'wrongCodes'

/** Few wrong guesses lock an account for one address, but many are needed to lock it everywhere, so that a stranger can't lock out the owner. */
const GUESSES = {
  accountAtAddress: 10,
  accountOnDevice: 10,
  account: 100,
  address: 100,
  seconds: 15 * MINUTE,
}

export const LIMITS = {
  login: GUESSES,
  secondFactor: GUESSES,
  register: { account: 10, address: 60, seconds: 60 * MINUTE },
  recovery: { account: 5, address: 30, seconds: 15 * MINUTE },
  forms: { account: 10, address: 30, seconds: 10 * MINUTE },
  alerts: { account: 20, address: 60, seconds: 60 * MINUTE },
  uploads: { account: 60, address: 120, seconds: 10 * MINUTE },
  export: { account: 10, address: 60, seconds: 60 * MINUTE },
  password: { account: 10, address: 60, seconds: 15 * MINUTE },
  orders: { account: 60, address: 300, seconds: 60 * MINUTE },
  wrongCodes: { address: 20, seconds: 60 * MINUTE },
  keyCalls: { account: 600, seconds: MINUTE },
  mailsToOthers: { account: 10, seconds: 24 * 60 * MINUTE },
} satisfies Record<CountedLimit, Partial<Allowed>>

/** Whether devices that are known for an account have a count of their own. */
export const countsDevices = (limit: CountedLimit): boolean => 'accountOnDevice' in LIMITS[limit]

/**
 * The network address that rate limits count. A whole IPv6 /64 counts as one address, because one customer of a provider can use all of
 * it. An IPv4 address inside IPv6 (`::ffff:192.0.2.1`) counts as the IPv4 address.
 */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const prefix = ip.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

/** The subject of a limit; absent parts aren't counted. */
export type LimitSubject = {
  /** An e-mail or a user's id. */
  account?: string
  /** A {@link countedAddress}. */
  address?: string
  /** The token of a device that is known for this account. */
  device?: string
}

/** The counters of a subject. A known device has its own counter, so that attempts from elsewhere can't lock it out. */
function counters({ account, address, device }: LimitSubject): [by: Counter, value: string | undefined][] {
  const ofAccount: [Counter, string | undefined][] = device
    ? [['accountOnDevice', account && `${account} ${device}`]]
    : [
        ['accountAtAddress', account && address && `${account} ${address}`],
        ['account', account],
      ]
  return [['address', address], ...ofAccount]
}

/** Keys are hashes, so that the table holds no e-mail and no network address. */
const keys = (limit: CountedLimit, subject: LimitSubject) =>
  counters(subject).flatMap(([by, value]) => {
    const { [by]: allowed }: Partial<Allowed> = LIMITS[limit]
    if (!value || allowed === undefined) return []
    return [{ by, allowed, key: createHash('sha256').update(`${limit} ${by} ${value}`).digest('base64url') }]
  })

/**
 * Counts an attempt in PostgreSQL, for all servers. An attempt that a narrow counter refuses isn't added to the wider counters, so that
 * one address can't use up the account's limit.
 *
 * @throws Refusal TOO_MANY past the limit, with the seconds to wait
 */
export async function countAttempt(database: Db, limit: CountedLimit, subject: LimitSubject) {
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
 * Refuses when all allowed attempts are used up, without counting another one.
 *
 * @throws Refusal TOO_MANY, with the seconds to wait
 */
export async function refuseExhausted(database: Db, limit: CountedLimit, subject: LimitSubject) {
  for (const { key, allowed } of keys(limit, subject)) {
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from resets_at - now())::float8 as wait from rate_limits
      where key = ${key} and attempts >= ${allowed} and resets_at > now()`.execute(database)
    if (rows[0]) throw new Refusal('TOO_MANY', { retryAfter: rows[0].wait })
  }
}

/**
 * After a success, deletes the account's count for this address or device, and subtracts one attempt from shared counts. Failures stay
 * in shared counts; otherwise an attacker could reset the address's count by logging in to another account.
 */
export async function forgiveAttempts(database: Db, limit: CountedLimit, subject: LimitSubject) {
  const own = keys(limit, subject).filter(({ by }) => by === 'accountAtAddress' || by === 'accountOnDevice')
  await deleteCounts(
    database,
    own.map(({ key }) => key),
  )
  await uncountAttempt(database, limit, subject)
}

/** Deletes all counts of an account after its owner has proved the ownership. The address's count stays. */
export async function unlockAccount(database: Db, limit: CountedLimit, subject: LimitSubject) {
  const counts = [...keys(limit, subject), ...keys(limit, { ...subject, device: undefined })].filter(
    ({ by }) => by !== 'address',
  )
  await deleteCounts(
    database,
    counts.map(({ key }) => key),
  )
}

/** Subtracts an attempt from all counts, because it succeeded or wasn't examined. */
export async function uncountAttempt(database: Db, limit: CountedLimit, subject: LimitSubject) {
  const all = keys(limit, subject).map(({ key }) => key)
  await sql`update rate_limits set attempts = attempts - 1 where key = any(${all}::text[]) and attempts > 0`.execute(
    database,
  )
}

const deleteCounts = (database: Db, counts: string[]) =>
  sql`delete from rate_limits where key = any(${counts}::text[])`.execute(database)
