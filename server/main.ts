import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { storeSchema, synonymsSchema } from '#contract/store.ts'
import { store, synonyms } from '#store'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { connect } from './database/connection.ts'
import { startEmbedded } from './database/embedded/start.ts'
import { REPLICA_TIMEOUTS, SHOP_TIMEOUTS, type Timeouts } from './database/timeouts.ts'
import { waitForDatabase } from './database/wait-for-database.ts'
import { addUpOrderSums } from './features/board/add-up-order-sums.ts'
import { applyDatedDiscounts } from './features/catalog/dated-discounts.ts'
import { composeMail } from './features/notifications/compose-mail.ts'
import { sweepHourly } from './hourly-sweep.ts'
import { prepareDraining } from './http/drain.ts'
import { openImageStore } from './images/open-store.ts'
import { startMailing } from './mail/deliver.ts'
import { startMetrics } from './metrics/start-metrics.ts'
import { OperatorError } from './operator-error.ts'
import { registerPages } from './pages/routes.ts'
import { prepareDatabase } from './prepare-database.ts'
import { protectPrivateFiles } from './protect-private-files.ts'
import { stopOnSignal } from './stop.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
const log = (text: string) => console.log(text)

/** Closing functions of everything that was started; called in the opposite order. */
const closers: (() => Promise<unknown>)[] = []
const stop = stopOnSignal(closers)

async function start() {
  const config = readConfig(process.env)
  checkStore()
  await mkdir(config.dataDir, { recursive: true })
  await protectPrivateFiles(config.dataDir).catch((error) =>
    console.error(`No se pudo proteger ${error.path}: ${error.code}`),
  )

  let url = config.databaseUrl
  if (!url) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log })
    closers.push(() => embedded.stop())
    url = embedded.url
  }
  await waitForDatabase(url, log)
  const images = await openImageStore(config)
  const password = await prepareDatabase({
    url,
    config,
    log,
    seedDemo: async (database) => {
      const { seedDemo } = await import('#demo/seed.ts')
      await seedDemo({ database, images, log })
    },
  })

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
  const services = { config, database, replica, images }
  const app = await createApp(services)
  const dev = process.argv.includes('--dev')
  await registerPages(app, { dev, publicUrl: config.publicUrl })
  if (config.metrics) {
    const metrics = await startMetrics(app, services, config.metrics)
    closers.push(() => metrics.stop())
  }
  const drain = prepareDraining(app)
  await app.listen({ host: config.host, port: config.port })

  const mailing = startMailing({
    database,
    config,
    compose: composeMail,
    onError: (text) => app.log.error(text),
  })
  closers.push(() => mailing.stop())
  const reports = {
    log,
    warn: (text: string) => app.log.warn(text),
    onError: (error: unknown) => app.log.error(error),
  }
  addUpOrderSums(database).catch(reports.onError)
  const sweepTimer = setInterval(() => sweepHourly({ config, database, images }, reports), HOUR)
  closers.push(async () => clearInterval(sweepTimer))
  const applyDiscounts = () => applyDatedDiscounts(database).catch(reports.onError)
  void applyDiscounts()
  const discountTimer = setInterval(applyDiscounts, MINUTE)
  closers.push(async () => clearInterval(discountTimer))
  // Closed first: everything else still works for the requests in flight. In development Vite's connections never end.
  closers.push(() => (dev ? app.close() : drain(config.drainSeconds)))

  if (password)
    log(`Primer administrador: ${config.admin.email}, contraseña ${password} (no se vuelve a mostrar)`)
  log(`${store.name} está en ${config.publicUrl}`)
}

function checkStore() {
  const { error } = storeSchema.extend({ synonyms: synonymsSchema }).safeParse({ ...store, synonyms })
  if (error) throw new ConfigError(`store.config.ts no es válido:\n${z.prettifyError(error)}`)
}

try {
  await start()
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  await stop(1)
}
