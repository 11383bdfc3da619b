import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/schema.ts'

/** The pause at an empty queue, and after a failure. */
const IDLE_PAUSE_MS = 1_000

/**
 * The longest pause after a lease, because customers' requests have priority. The pause is shorter after a lease of few jobs, and on a
 * server that isn't busy.
 */
const BUSY_PAUSE_MS = 200

/** The time for jobs under way when the server stops. */
const GRACE_PERIOD_MS = 3_000

/**
 * The tables of jobs, with the columns whose names differ. A row is written by the transaction that causes the job. `due_at` is when a
 * server may take the job, the end of the lease while a server works on it, and null once it is done or given up.
 */
export const JOB_TABLES = {
  mails: { key: 'cause', doneAt: 'sent_at', queuedAt: 'queued_at' },
  webhook_deliveries: { key: 'id', doneAt: 'delivered_at', queuedAt: 'happened_at' },
} as const

export type JobTable = keyof typeof JOB_TABLES

/** The conditions of a job's states. */
export const jobStates = (table: JobTable) => ({
  waiting: sql`due_at is not null`,
  done: sql`due_at is null and ${sql.ref(JOB_TABLES[table].doneAt)} is not null`,
  givenUp: sql`due_at is null and ${sql.ref(JOB_TABLES[table].doneAt)} is null`,
})

/** Deletes the jobs that were queued over 30 days ago and wait no longer; may be followed by `returning`. */
export const deleteEnded = (table: JobTable) => sql`
  delete from ${sql.table(table)} where due_at is null and ${sql.ref(JOB_TABLES[table].queuedAt)} < now() - interval '30 days'`

/** A job that only the holder of its lease may work on, until the lease ends. */
export type Job = {
  /** The key of the job's row. */
  id: string
  /** Failed attempts so far. */
  attempts: number
  lease: string
}

/** Further columns of a job's row that a result sets. */
type RowChanges = Record<string, string | number | null>

export type Queue<Taken extends Job> = {
  database: Db
  table: JobTable
  /** The name in the log. */
  name: string
  /** The most jobs under way at the same time. */
  parallel: number
  /** Longer than a job may take: a lease ends only if its server was killed or lost the database. */
  leaseSeconds: number
  /** Seconds after each failed attempt until the next. One more failure gives the job up. */
  retryDelays: readonly number[]
  /** A query that locks up to `count` due jobs, skips locked ones, and selects their keys as `id`. */
  due: (count: number, underWay: readonly Taken[]) => RawBuilder<unknown>
  /** Further columns that a lease sets. */
  leaseColumns?: RawBuilder<unknown>
  /** The columns of a job beyond those of `Job`. */
  columns: RawBuilder<unknown>
  /**
   * Does a job. Throws `Postponed` when the job couldn't be tried, and any error when it failed or the signal aborts.
   *
   * @returns columns to set in the job's row
   */
  work: (job: Taken, signal: AbortSignal) => Promise<RowChanges>
  /** Reports a failed attempt, and returns columns to set in the job's row. `isAnswer`: the other server answered, so it can be reached. */
  fail: (job: Taken, error: unknown) => { changes: RowChanges; isAnswer?: boolean }
  /** Removes the files of a job whose row was deleted while it was done. */
  discard?: (job: Taken) => Promise<void>
  /** Closes the connections of the work, once the queue has stopped. */
  close?: () => Promise<void>
  /** Reports a failure of the queue itself. */
  onError: (text: string) => void
}

/** Thrown by work that couldn't be tried: no attempt is counted. */
export class Postponed extends Error {
  readonly seconds: number
  constructor(seconds: number, cause: unknown) {
    super('Postponed', { cause })
    this.seconds = seconds
  }
}

/** `refused`: failed with an answer; `failed`: failed without an answer; `returned`: given back without counting an attempt. */
export type Outcome = 'done' | 'refused' | 'failed' | 'returned'

/**
 * Works on the due jobs of a table until stopped. Several servers may do so on one database (docs/decisions/007-one-queue.md).
 *
 * @param ownsDatabase whether the server has the database to itself: leases at the start are then of a killed earlier run, and are ended
 * @returns `stop` waits for the jobs under way, for the grace period at most
 */
export function startQueue<Taken extends Job>(
  queue: Queue<Taken>,
  { ownsDatabase }: { ownsDatabase: boolean },
): { stop: () => Promise<void> } {
  const { parallel } = queue
  const stopping = new AbortController()
  const aborting = new AbortController()
  const pauseUnlessStopping = () =>
    pause(IDLE_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
  const underWay = new Map<Taken, Promise<void>>()
  const begin = (job: Taken) => {
    const working = workOn(queue, job, aborting.signal)
      // The job keeps its place for a pause when the other server can't be reached.
      .then((outcome) => (outcome === 'done' || outcome === 'refused' ? undefined : pauseUnlessStopping()))
      .finally(() => underWay.delete(job))
    underWay.set(job, working)
  }
  const run = async () => {
    if (ownsDatabase)
      await endLease(queue, sql`due_at = clock_timestamp()`, sql`lease is not null`).catch((error) =>
        report(queue, error),
      )
    while (!stopping.signal.aborted) {
      const before = performance.eventLoopUtilization()
      const jobs = await lease(queue, parallel - underWay.size, [...underWay.keys()]).catch((error) => {
        // Without the database, the queue simply waits.
        report(queue, error)
        return []
      })
      for (const job of jobs) begin(job)
      // When a job ends, other jobs for the same receiver may become due.
      if (jobs.length === 0) await Promise.race([pauseUnlessStopping(), ...underWay.values()])
      else {
        const { utilization } = performance.eventLoopUtilization(before)
        await pause((jobs.length / parallel) * BUSY_PAUSE_MS * utilization)
      }
      if (underWay.size === parallel) await Promise.race(underWay.values())
    }
    await Promise.all(underWay.values())
  }
  const running = run()

  return {
    stop: async () => {
      stopping.abort()
      const graceTimer = setTimeout(() => aborting.abort(), GRACE_PERIOD_MS)
      await running
      clearTimeout(graceTimer)
      await queue.close?.()
    },
  }
}

/** Works on the next due job alone. */
export async function workOnNext<Taken extends Job>(
  queue: Queue<Taken>,
  signal = new AbortController().signal,
): Promise<Outcome | 'none'> {
  const [job] = await lease(queue, 1)
  return job ? workOn(queue, job, signal) : 'none'
}

/**
 * Works on a leased job without an open transaction, and records the result, with retries while the database fails, so that finished work
 * isn't repeated. A server that is killed between the two, or stops then, leads to a second attempt after the lease's end.
 */
async function workOn<Taken extends Job>(
  queue: Queue<Taken>,
  job: Taken,
  signal: AbortSignal,
): Promise<Outcome> {
  const { outcome, write } = await attempt(queue, job, signal)
  for (;;) {
    try {
      await write()
      return outcome
    } catch (error) {
      report(queue, error)
      if (signal.aborted) return outcome
      await pause(IDLE_PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }
}

async function attempt<Taken extends Job>(
  queue: Queue<Taken>,
  job: Taken,
  signal: AbortSignal,
): Promise<{ outcome: Outcome; write: () => Promise<unknown> }> {
  try {
    const changes = await queue.work(job, signal)
    return {
      outcome: 'done',
      write: async () => {
        const exists = await markDone(queue, job, changes)
        if (!exists) await queue.discard?.(job)
      },
    }
  } catch (error) {
    const postponed = signal.aborted ? 0 : error instanceof Postponed ? error.seconds : undefined
    if (postponed !== undefined)
      return { outcome: 'returned', write: () => markReturned(queue, job, postponed) }
    const { changes, isAnswer } = queue.fail(job, error)
    return { outcome: isAnswer ? 'refused' : 'failed', write: () => markFailed(queue, job, changes) }
  }
}

/** Leases up to `count` due jobs. No other server gets them before the leases end. */
export async function lease<Taken extends Job>(
  queue: Queue<Taken>,
  count: number,
  underWay: readonly Taken[] = [],
): Promise<Taken[]> {
  const key = keyOf(queue)
  // An array of keys: with a join, the planner assumes many rows and scans the table.
  const { rows } = await sql<Taken>`
    with due as materialized (${queue.due(count, underWay)})
    update ${sql.table(queue.table)} set lease = gen_random_uuid(), ${queue.leaseColumns ? sql`${queue.leaseColumns},` : sql``}
      due_at = now() + make_interval(secs => ${queue.leaseSeconds})
    where ${key} = any(array(select id from due))
    returning ${key} as id, attempts, lease, ${queue.columns}`.execute(queue.database)
  return rows
}

/**
 * Records that a job is done, even if the lease has ended meanwhile.
 *
 * @returns whether the job's row still exists
 */
async function markDone(queue: Queue<never>, { id }: Job, changes: RowChanges): Promise<boolean> {
  const { numAffectedRows = 0n } = await endLease(
    queue,
    sql`${sets(changes)} attempts = attempts + 1, due_at = null, ${doneAt(queue)} = clock_timestamp()`,
    sql`${keyOf(queue)} = ${id}`,
  )
  return numAffectedRows > 0n
}

/** Records a failed attempt and the time of the next; the last attempt gives the job up. */
const markFailed = (queue: Queue<never>, { id, lease, attempts }: Job, changes: RowChanges) =>
  endLease(
    queue,
    sql`${sets(changes)} attempts = ${attempts + 1}, ${doneAt(queue)} = null,
      due_at = clock_timestamp() + make_interval(secs => ${queue.retryDelays[attempts] ?? null})`,
    sql`${keyOf(queue)} = ${id} and lease = ${lease}`,
  )

/** Returns a job to the queue without counting an attempt, due again after `seconds`. */
const markReturned = (queue: Queue<never>, { id, lease }: Job, seconds: number) =>
  endLease(
    queue,
    sql`due_at = clock_timestamp() + make_interval(secs => ${seconds})`,
    sql`${keyOf(queue)} = ${id} and lease = ${lease}`,
  )

const endLease = ({ database, table }: Queue<never>, set: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`update ${sql.table(table)} set lease = null, ${set} where ${where}`.execute(database)

const keyOf = ({ table }: Queue<never>) => sql.ref(JOB_TABLES[table].key)
const doneAt = ({ table }: Queue<never>) => sql.ref(JOB_TABLES[table].doneAt)

const sets = (changes: RowChanges) =>
  sql.join(
    Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value},`),
    sql` `,
  )

const report = ({ name, onError }: Queue<never>, error: unknown) =>
  onError(`${name}: ${describeError(error)}`)

/** Describes an error by its codes only: messages of other servers may quote addresses, which must not be logged. */
export function describeError(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name ?? 'error', responseCode].filter(Boolean).join(' ')
}
