import { sql } from 'kysely'
import { store } from '#store'
import type { BackupSettings } from '../../config.ts'
import type { Db } from '../../database/schema.ts'

/** A backup older than this is reported. */
const MAX_AGE = sql.lit('36 hours')
/** When the nightly backup is due, after midnight in the pharmacy's time zone: few people shop then. */
const NIGHTLY_TIME = sql.lit('3 hours 10 minutes')
/** The delay after an attempt that wrote no backup. */
const RETRY_DELAY = sql.lit('1 hour')
/** A backup that isn't in the bucket after this time is reported, because the process that uploaded it may have been killed. */
const MAX_UPLOAD_TIME = sql.lit('12 hours')

export type BackupState = {
  /** The instant of the last backup; null without any. */
  at: string | null
  /** Seconds since then; without any backup since backups were turned on. */
  age: number
  /** Whether its trial restore succeeded, and whether the bucket has it. */
  proved: boolean
  uploaded: boolean
  /** The instant of the last attempt, and its error in words for the operator, or empty. */
  triedAt: string | null
  error: string
  /**
   * `failed`: the last attempt wrote no backup. `unproved`: the trial restore failed. `old`: the last backup is older than 36 hours, or
   * backups have been on for so long without one. `not-uploaded`: the last backup is written and proved, but it or an earlier one isn't in
   * the bucket. Null while all is well.
   */
  problem: 'failed' | 'unproved' | 'old' | 'not-uploaded' | null
}
export type BackupProblem = BackupState & { problem: NonNullable<BackupState['problem']> }

/** Reads the state of the backups; undefined while they were never on. Any server may ask. */
export async function readBackupState(database: Db): Promise<BackupState | undefined> {
  const { rows } = await sql<BackupState>`
    select made_at as at, tried_at as "triedAt", proved, uploaded is true as uploaded, error,
      extract(epoch from now() - coalesce(made_at, on_since))::float8 as age,
      case when error <> '' and failed then 'failed'
        when error <> '' and not proved then 'unproved'
        when coalesce(made_at, on_since) < now() - interval ${MAX_AGE} then 'old'
        when error <> '' or uploaded = false and made_at < now() - interval ${MAX_UPLOAD_TIME} then 'not-uploaded' end as problem
    from backup_state`.execute(database)
  return rows[0]
}

/** The state of backups that have a problem; null while all is well. */
export async function findBackupProblem(database: Db): Promise<BackupProblem | null> {
  const state = await readBackupState(database)
  return state?.problem ? { ...state, problem: state.problem } : null
}

/** Notes that backups are on, so that a shop without any backup is noticed too. */
export async function noteBackupsOn(database: Db): Promise<void> {
  await sql`insert into backup_state default values on conflict do nothing`.execute(database)
}

/**
 * Whether a backup is due: nightly after 03:10 of the pharmacy's time zone, a missed night at once, a failed one after an hour; or
 * `everySeconds` after the last attempt.
 */
export async function isBackupDue(
  database: Db,
  { everySeconds }: Pick<BackupSettings, 'everySeconds'>,
  now = new Date(),
): Promise<boolean> {
  const lastNightly = sql`(date_trunc('day', ${now}::timestamptz at time zone ${store.timeZone} - interval ${NIGHTLY_TIME})
    + interval ${NIGHTLY_TIME}) at time zone ${store.timeZone}`
  const due = everySeconds
    ? sql<boolean>`tried_at is null or tried_at <= ${now}::timestamptz - make_interval(secs => ${everySeconds})`
    : sql<boolean>`(made_at is null or made_at < ${lastNightly})
        and (tried_at is null or tried_at < ${lastNightly} or tried_at < ${now}::timestamptz - interval ${RETRY_DELAY})`
  const { rows } = await sql<{ due: boolean }>`select ${due} as due from backup_state`.execute(database)
  return rows[0]?.due ?? true
}

/**
 * Notes the beginning of an attempt, so that the next attempt can clean up after a killed one.
 *
 * @returns the attempt before this one, and the database in which it was proving its backup (`scratch`)
 */
export async function beginAttempt(
  database: Db,
  name: string,
): Promise<{ attempt: string; scratch: string }> {
  await noteBackupsOn(database)
  const { rows } = await sql<{ attempt: string; scratch: string }>`
    select attempt, scratch from backup_state`.execute(database)
  await sql`update backup_state set attempt = ${name}, tried_at = now()`.execute(database)
  return rows[0]!
}

/** Notes the name of the database in which a backup will be proved, before that database is created; empty after it was dropped. */
export const noteScratchDatabase = (database: Db, scratch: string) =>
  sql`update backup_state set scratch = ${scratch}`.execute(database)

/** Notes a written backup; `error` says why it couldn't be proved, and `uploaded` is null without a bucket. */
export const noteBackup = (
  database: Db,
  { name, at, error, uploaded }: { name: string; at: Date; error: string; uploaded: false | null },
) =>
  sql`
    update backup_state set name = ${name}, made_at = ${at}, proved = ${error === ''}, error = ${error}, uploaded = ${uploaded},
      failed = false`.execute(database)

/** Notes whether the bucket has all kept backups; `error` says everything that is wrong with the last one. */
export const noteUpload = (database: Db, { uploaded, error }: { uploaded: boolean; error: string }) =>
  sql`update backup_state set uploaded = ${uploaded}, error = ${error}`.execute(database)

/** Notes an attempt that wrote no backup. */
export const noteFailure = (database: Db, error: string) =>
  sql`update backup_state set error = ${error}, failed = true`.execute(database)
