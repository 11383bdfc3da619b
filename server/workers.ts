import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './config.ts'

/** The minimum uptime of a worker. A worker that ends sooner counts as a failed start. */
const MIN_UPTIME_MS = 10_000
/** The most failed starts in a row before the server ends, so that its supervisor notices. */
const MAX_FAILURES = 5
/** The delay before a failed worker is replaced, multiplied by its failures. */
const RESTART_DELAY_MS = 500
/** The minimum number of a worker's connections to the database, to answer while a transaction runs. */
const MIN_CONNECTIONS = 4

/** A worker's message once it answers requests. */
const READY = 'ready'

/** The number of this worker, from 0; undefined in a process that isn't a worker. */
export const workerNumber = (): number | undefined =>
  cluster.isWorker ? Number(process.env.BOTICA_WORKER) : undefined

/** Tells the supervisor that this worker answers requests. */
export const notifyReady = () => process.send?.(READY)

/** A worker's environment variables; all workers together keep to the server's number of connections. */
const variablesOf = (
  number: number,
  url: string,
  { backups, databasePool, drainSeconds, workers }: Config,
) => ({
  BOTICA_WORKER: String(number),
  DATABASE_URL: url,
  DATABASE_POOL: String(
    Math.max(Math.min(databasePool, MIN_CONNECTIONS), Math.floor(databasePool / workers)),
  ),
  DRAIN_SECONDS: String(drainSeconds),
  ...(backups.scheduled && { BACKUP_DIR: backups.folder }),
})

/**
 * Starts processes that share the port, and replaces one that ends. Resolves when all of them answer.
 *
 * @param url the address of the prepared database
 * @param onCrashLoop called when a worker repeatedly fails right after its start
 * @returns a function that drains and stops each worker
 * @throws WorkerFailed when a worker ends before its first answer
 */
export async function startWorkers(
  config: Config,
  url: string,
  { warn, onCrashLoop }: { warn: (text: string) => void; onCrashLoop: () => void },
): Promise<() => Promise<void>> {
  const running = new Set<Worker>()
  let stopping = false

  const fork = (number: number) => {
    const worker = cluster.fork(variablesOf(number, url, config))
    running.add(worker)
    worker.once('exit', () => running.delete(worker))
    return worker
  }

  const keep = async (number: number, first: Worker) => {
    let worker = first
    let failures = 0
    for (;;) {
      const startedAt = performance.now()
      const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null]
      if (stopping) return
      failures = performance.now() - startedAt < MIN_UPTIME_MS ? failures + 1 : 0
      warn(`El proceso ${number + 1} terminó (${signal ?? code}).`)
      if (failures >= MAX_FAILURES) return onCrashLoop()
      await pause(RESTART_DELAY_MS * failures)
      if (stopping) return
      worker = fork(number)
    }
  }

  const stop = async () => {
    stopping = true
    await Promise.all(
      [...running].map((worker) => {
        const ended = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        return ended
      }),
    )
  }

  const workers = Array.from({ length: config.workers }, (_, number) => fork(number))
  const ready = await Promise.all(workers.map(becomesReady))
  if (ready.includes(false)) {
    await stop()
    throw new WorkerFailed()
  }
  for (const [number, worker] of workers.entries()) void keep(number, worker)
  return stop
}

/** A worker ended before its first answer, after logging the reason. */
export class WorkerFailed extends Error {}

const becomesReady = (worker: Worker) =>
  new Promise<boolean>((resolve) => {
    worker.on('message', (message) => {
      if (message === READY) resolve(true)
    })
    worker.once('exit', () => resolve(false))
  })
