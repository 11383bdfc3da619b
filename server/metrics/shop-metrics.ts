import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { poolCounts } from '../database/connection.ts'
import { readBackupState } from '../features/backups/backup-state.ts'
import { answersInTime } from '../http/health.ts'
import { NO_IMAGE } from '../images/image-names.ts'
import { jobStates } from '../queue/queue.ts'
import type { Services } from '../services.ts'

type PromClient = typeof import('prom-client')

type Counts = Record<'owed' | 'given_up' | 'owed_events' | 'given_up_events' | 'orders', number>

/**
 * The metrics of the shop itself: pool, response cache, mails, events, orders, disk and image store.
 *
 * @returns a function that reads the current values. A part that doesn't answer in time keeps its last value and counts as unavailable.
 */
export function shopMetrics(
  app: FastifyInstance,
  { database, images, config }: Services,
  { Counter, Gauge }: PromClient,
  register: Registry,
): () => Promise<void> {
  const registers = [register]
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  const pool = gauge('botica_pool_connections', 'Connections of the pool, by state.', 'state')
  const waiting = gauge('botica_pool_waiting', 'Queries that wait for a connection.')
  const databaseUp = gauge('botica_database_up', '1 when the database answers.')
  const mails = gauge('botica_mails', 'Mails that are owed, and mails that were given up.', 'state')
  const events = gauge('botica_events', 'Events of webhooks that are owed, and that were given up.', 'state')
  const diskFree = gauge('botica_disk_free_bytes', 'Free space for DATA_DIR.')
  const diskSize = gauge('botica_disk_size_bytes', 'Size of the disk of DATA_DIR.')
  const storeUp = gauge('botica_image_store_up', '1 when the image store answers.')
  const backupAge =
    config.backups.scheduled &&
    gauge('botica_backup_age_seconds', 'Age of the last backup, the same on every server.')
  const backupProved =
    config.backups.scheduled &&
    gauge('botica_backup_proved', '1 when the last backup was restored as a proof.')
  const backupUploaded =
    config.backups.scheduled &&
    config.backups.bucket &&
    gauge('botica_backup_uploaded', '1 when the bucket has the last backup.')
  const lookups = new Counter({
    name: 'botica_response_cache_lookups_total',
    help: 'Cacheable responses, by result.',
    labelNames: ['result'],
    registers,
  })
  const orders = new Counter({
    name: 'botica_orders_total',
    help: 'Orders in the database, the same on every server.',
    registers,
  })

  const [mailStates, eventStates] = [jobStates('mails'), jobStates('webhook_deliveries')]
  const readDatabase = once(async () => {
    const { rows } = await sql<Counts>`
      select (select count(*) from mails where ${mailStates.waiting}) as owed,
        (select count(*) from mails where ${mailStates.givenUp}) as given_up,
        (select count(*) from webhook_deliveries where ${eventStates.waiting}) as owed_events,
        (select count(*) from webhook_deliveries where ${eventStates.givenUp}) as given_up_events,
        (select count(*) from orders) as orders`.execute(database)
    const row = rows[0]!
    mails.set({ state: 'owed' }, row.owed)
    mails.set({ state: 'given_up' }, row.given_up)
    events.set({ state: 'owed' }, row.owed_events)
    events.set({ state: 'given_up' }, row.given_up_events)
    orders.reset()
    orders.inc(row.orders)
  })
  const readBackup = once(async () => {
    const backup = backupAge && (await readBackupState(database))
    if (!backup) return
    backupAge.set(backup.age)
    if (backupProved) backupProved.set(Number(backup.proved))
    if (backupUploaded) backupUploaded.set(Number(backup.uploaded))
  })
  const readStore = once(async () => {
    await images.read('prescription', NO_IMAGE)
  })
  const readDisk = async () => {
    const { bavail, blocks, bsize } = await statfs(config.dataDir)
    diskFree.set(bavail * bsize)
    diskSize.set(blocks * bsize)
  }

  return async () => {
    const { total, idle, waiting: queries } = poolCounts(database)
    pool.set({ state: 'idle' }, idle)
    pool.set({ state: 'busy' }, total - idle)
    waiting.set(queries)
    lookups.reset()
    const { hits, misses } = app.responseCache.counts
    lookups.inc({ result: 'hit' }, hits)
    lookups.inc({ result: 'miss' }, misses)
    const answers = [readDatabase(), readStore(), readDisk(), readBackup()].map(answersInTime)
    const [databaseAnswers, storeAnswers] = await Promise.all(answers)
    databaseUp.set(Number(databaseAnswers))
    storeUp.set(Number(storeAnswers))
  }
}

/** Shares the run under way, so that a hung database gets one query instead of one per metrics request. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
