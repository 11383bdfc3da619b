import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './config.ts'

/** Milliseconds after its start within which a worker that ends has failed at once. */
const MIN_UPTIME_MS = 10_000
/** So many failures at once, one after the other, end the server: whoever supervises it sees it. */
const MAX_FAILURES = 5
/** Milliseconds until a worker that failed at once is replaced, times its failures. */
const RESTART_DELAY_MS = 500
/** Connections to the database that a worker needs at least to answer while a transaction runs. */
const MIN_CONNECTIONS = 4

/** What a worker sends once it answers requests. */
const READY = 'ready'

/** The number of this worker, from 0; absent in a process that isn't one. */
export const workerNumber = (): number | undefined =>
  cluster.isWorker ? Number(process.env.BOTICA_WORKER) : undefined

/** Called in a worker once it answers requests. */
export const tellReady = () => process.send?.(READY)

/** The configuration of one of several workers, as variables: together they keep to the server's number of connections. */
const variablesOf = (number: number, url: string, { databasePool, drainSeconds, workers }: Config) => ({
  BOTICA_WORKER: String(number),
  DATABASE_URL: url,
  DATABASE_POOL: String(
    Math.max(Math.min(databasePool, MIN_CONNECTIONS), Math.floor(databasePool / workers)),
  ),
  DRAIN_SECONDS: String(drainSeconds),
})

/**
 * Starts processes that share the port, and replaces one that ends. Resolves when all of them answer.
 *
 * @param url the address of the prepared database
 * @param onCrashLoop called when a worker ends at once again and again
 * @returns stops them: each drains as a server does
 * @throws when one ends before it answers for the first time; it has said why
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

/** A worker ended before it answered, and has said why. */
export class WorkerFailed extends Error {}

const becomesReady = (worker: Worker) =>
  new Promise<boolean>((resolve) => {
    worker.on('message', (message) => {
      if (message === READY) resolve(true)
    })
    worker.once('exit', () => resolve(false))
  })
