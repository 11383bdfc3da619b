import { createApp } from './app.ts'
import { startBackups } from './backup/schedule.ts'
import type { Config } from './config.ts'
import { connect } from './database/connection.ts'
import { REPLICA_TIMEOUTS, SHOP_TIMEOUTS, type Timeouts } from './database/timeouts.ts'
import { composeMail } from './features/notifications/compose-mail.ts'
import { applyDatedDiscounts } from './features/products/dated-discounts.ts'
import { sweepHourly } from './hourly-sweep.ts'
import { prepareDraining } from './http/drain.ts'
import { openImageStore } from './images/open-store.ts'
import { watchFolder } from './import-folder/watch-folder.ts'
import { mailQueue } from './mail/send-mails.ts'
import { startMetrics } from './metrics/start-metrics.ts'
import { registerPages } from './pages/routes.ts'
import { startQueue } from './queue/queue.ts'
import { eventQueue } from './webhooks/deliver-events.ts'
import { workerNumber } from './workers.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

type Serving = {
  config: Config
  /** The address of the prepared database. */
  url: string
  dev: boolean
  /** Collects the closing functions of the started parts, to call in the opposite order. */
  closers: (() => Promise<unknown>)[]
  log: (text: string) => void
}

/** Starts a process of the shop, which answers requests, sends mails and events, and runs periodic work. */
export async function serveShop({ config, url, dev, closers, log }: Serving) {
  const open = (address: string, timeouts: Timeouts) => {
    const opened = connect(address, {
      max: config.databasePool,
      pooler: config.databasePooler,
      timeouts,
      onError: (error) => console.error(`PostgreSQL: ${error.message}`),
    })
    closers.push(() => opened.destroy())
    return opened
  }
  const database = open(url, SHOP_TIMEOUTS)
  const replica = config.databaseReplicaUrl ? open(config.databaseReplicaUrl, REPLICA_TIMEOUTS) : undefined
  const images = await openImageStore(config)
  const services = { config, database, replica, images }
  const app = await createApp(services)
  await registerPages(app, { dev, publicUrl: config.publicUrl })
  if (config.metrics) {
    const metrics = await startMetrics(app, services, config.metrics)
    closers.push(() => metrics.stop())
  }
  const drain = prepareDraining(app)
  await app.listen({ host: config.host, port: config.port })

  const onQueueError = (text: string) => app.log.error(text)
  const ownsDatabase = !config.databaseUrl
  const mails = mailQueue({ database, config, compose: composeMail, onError: onQueueError })
  const events = eventQueue({ database, networks: config.webhookNetworks, onError: onQueueError })
  const queues = [startQueue(mails, { ownsDatabase }), startQueue(events, { ownsDatabase })]
  closers.push(() => Promise.all(queues.map((queue) => queue.stop())))
  const reports = {
    log,
    warn: (text: string) => app.log.warn(text),
    onError: (error: unknown) => app.log.error(error),
  }
  const sweepTimer = setInterval(() => sweepHourly({ config, database, images }, reports), HOUR)
  closers.push(async () => clearInterval(sweepTimer))
  const applyDiscounts = () => applyDatedDiscounts(database).catch(reports.onError)
  void applyDiscounts()
  const discountTimer = setInterval(applyDiscounts, MINUTE)
  closers.push(async () => clearInterval(discountTimer))
  // Of several workers, the first one reads the folder.
  if (config.imports.folder && !workerNumber()) {
    const logger = app.log
    const folder = watchFolder(config.imports.folder, { config, database, url, logger, ...reports })
    closers.push(() => folder.stop())
  }
  // Of several workers, the first one looks whether a backup is due.
  if (config.backups.scheduled && !workerNumber()) {
    const backups = startBackups({ config, database, url, log, onError: reports.onError })
    closers.push(() => backups.stop())
  }
  // The server closes first, because requests in flight need the other parts. In development, Vite's connections never end.
  closers.push(() => (dev ? app.close() : drain(config.drainSeconds)))
}
