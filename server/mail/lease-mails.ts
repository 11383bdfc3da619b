import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { MailJob } from './mail-job.ts'

/** A mail that only the holder of its lease may send, until the lease ends. */
export type LeasedMail = { cause: string; job: MailJob; attempts: number; queued_at: string; lease: string }

/**
 * Longer than the time limit of a mail (`SEND_TIMEOUT_MS` in deliver.ts): a lease ends only if its server was killed or lost the
 * database.
 */
const LEASE_SECONDS = 90

/** The most attempts. The waiting time doubles with each, to more than four hours in all. */
export const MAX_ATTEMPTS = 10
const FIRST_RETRY_SECONDS = 30

/** Leases up to `count` due mails, urgent ones first, then by due time. No other server gets them before the leases end. */
export async function leaseMails(database: Db, count: number): Promise<LeasedMail[]> {
  // Literal limits and an array of causes: for parameters, the planner assumes many rows and scans the table.
  const limit = sql.lit(count)
  const { rows } = await sql<LeasedMail>`
    with urgent_mails as materialized (
      select cause from mails where urgent and due_at <= now()
      order by due_at limit ${limit} for update skip locked),
    other_mails as materialized (
      select cause from mails where not urgent and due_at <= now()
      order by due_at limit ${limit} - (select count(*) from urgent_mails) for update skip locked)
    update mails set due_at = now() + make_interval(secs => ${LEASE_SECONDS}), lease = gen_random_uuid()
    where cause = any(array(select cause from urgent_mails union all select cause from other_mails))
    returning cause, message as job, attempts, queued_at, lease`.execute(database)
  return rows
}

/**
 * Records that a mail was sent, even if the lease has ended meanwhile.
 *
 * @returns whether the mail's row still exists; it doesn't when its person was erased meanwhile
 */
export async function markSent(database: Db, { cause }: LeasedMail): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update mails set due_at = null, sent_at = clock_timestamp(), attempts = attempts + 1, lease = null
    where cause = ${cause}`.execute(database)
  return numAffectedRows > 0n
}

/** Records a failed attempt and the time of the next; the last attempt gives the mail up. */
export const markFailed = (database: Db, { cause, lease, attempts }: LeasedMail, error: unknown) =>
  sql`update mails set attempts = ${attempts + 1}, last_error = ${String(error).slice(0, 500)}, lease = null,
      due_at = ${attempts + 1 >= MAX_ATTEMPTS ? null : sql`clock_timestamp() + make_interval(secs => ${FIRST_RETRY_SECONDS * 2 ** attempts})`}
    where cause = ${cause} and lease = ${lease}`.execute(database)

/** Returns a mail to the queue without counting an attempt, due again after `seconds`. */
export const returnMail = (database: Db, { cause, lease }: LeasedMail, seconds: number) =>
  sql`update mails set due_at = clock_timestamp() + make_interval(secs => ${seconds}), lease = null
    where cause = ${cause} and lease = ${lease}`.execute(database)

/** Ends all leases. Only for a server that has the database to itself and isn't sending yet. */
export const endLeases = (database: Db) =>
  sql`update mails set due_at = clock_timestamp(), lease = null where lease is not null`.execute(database)
