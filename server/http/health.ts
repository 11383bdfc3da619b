import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { NO_IMAGE } from '../images/image-names.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns readiness to 503 and closes each connection after its next answer. Requests are still answered. */
    startDraining(): void
    /** Aborted when the draining starts, and when the server closes. */
    draining: AbortSignal
  }
}

/** Free bytes below which the disk counts as full: room for an image at all its widths and some write-ahead log. */
const MIN_FREE_BYTES = 64 * 1024 * 1024
/** The time limit of the checks of disk and image store, so that readiness doesn't hang with a store. */
const CHECK_TIMEOUT_MS = 1_000
/** How long a check of the store stays valid: readiness is public, and each check costs the store a request. */
const STORE_CHECK_LIFETIME_MS = 1_000

/**
 * Serves `/api/live`, `/api/health` (503 without the database and while draining) and `/api/health/reads` (for visitors, also with only a
 * replica). Disk and image store are only reported, since a shop without images still sells.
 */
export function healthRoutes(app: FastifyInstance, services: Services) {
  const draining = new AbortController()
  const check = createHealthCheck(services)
  const databases = [services.database, services.replica].filter((database) => database !== undefined)
  app.decorate('draining', draining.signal)
  app.decorate('startDraining', () => draining.abort())
  app.addHook('preClose', async () => draining.abort())
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.signal.aborted) reply.header('connection', 'close')
    done()
  })

  app.get('/api/health', async (_request, reply) => {
    const state = await check()
    return answer(reply, state.writes, state)
  })
  app.get('/api/health/reads', async (_request, reply) => {
    // The first successful ping counts, since the other database may hang.
    const reads = await succeeds(Promise.any(databases.map(ping)))
    return answer(reply, reads, { reads })
  })
  const answer = (reply: FastifyReply, works: boolean, state: Record<string, boolean | null>) => {
    const ok = works && !draining.signal.aborted
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok, ...state, draining: draining.signal.aborted })
  }
  app.get('/api/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  )
}

/** Checks the database, its replica (null without one), the disk and the image store, and whether the shop can be read and written. */
function createHealthCheck({ database, replica, config, images }: Services) {
  const checkStore = () => answersInTime(images.read('product', NO_IMAGE))
  let store = { state: Promise.resolve(true), until: 0 }
  return async () => {
    if (store.until < Date.now()) store = { state: checkStore(), until: Date.now() + STORE_CHECK_LIFETIME_MS }
    const [databaseOk, replicaOk, diskOk, storeOk] = await Promise.all([
      succeeds(ping(database)),
      replica ? answersInTime(ping(replica)) : null,
      Promise.race([hasFreeSpace(config.dataDir), timeout()]),
      store.state,
    ])
    return {
      reads: databaseOk || replicaOk === true,
      writes: databaseOk,
      database: databaseOk,
      replica: replicaOk,
      disk: diskOk,
      store: storeOk,
    }
  }
}

const ping = (database: Db) => sql`select 1`.execute(database)

const hasFreeSpace = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize > MIN_FREE_BYTES,
    () => false,
  )

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

const timeout = () => pause(CHECK_TIMEOUT_MS, false, { ref: false })

/** Whether the work succeeds within a second. */
export const answersInTime = (work: Promise<unknown>) => Promise.race([succeeds(work), timeout()])
