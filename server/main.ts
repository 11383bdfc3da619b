import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { storeSchema } from '#contract/store.ts'
import { store } from '#store'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { connect } from './database/connection.ts'
import { startEmbedded } from './database/embedded/start.ts'
import { sweep } from './database/sweep.ts'
import { REPLICA_TIMEOUTS, SHOP_TIMEOUTS, type Timeouts } from './database/timeouts.ts'
import { waitForDatabase } from './database/wait-for-database.ts'
import { composeMail } from './features/notifications/compose-mail.ts'
import { openImageStore } from './images/open-store.ts'
import { startMailing } from './mail/deliver.ts'
import { registerPages } from './pages/routes.ts'
import { prepareDatabase } from './prepare-database.ts'

const HOUR = 60 * 60 * 1000
const log = (text: string) => console.log(text)

/** Closing functions of everything that was started; called in the opposite order. */
const closers: (() => Promise<unknown>)[] = []

async function start() {
  const config = readConfig(process.env)
  checkStore()
  await mkdir(config.dataDir, { recursive: true })

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
  const app = await createApp({ config, database, replica, images })
  await registerPages(app, { dev: process.argv.includes('--dev'), publicUrl: config.publicUrl })
  closers.push(() => app.close())
  await app.listen({ host: config.host, port: config.port })

  const mailing = startMailing({
    database,
    config,
    compose: composeMail,
    onError: (text) => app.log.error(text),
  })
  closers.push(() => mailing.stop())
  const sweepTimer = setInterval(() => sweep(database).catch((error) => app.log.error(error)), HOUR)
  closers.push(async () => clearInterval(sweepTimer))

  if (password)
    log(`Primer administrador: ${config.admin.email}, contraseña ${password} (no se vuelve a mostrar)`)
  log(`${store.name} está en ${config.publicUrl}`)
}

function checkStore() {
  const { error } = storeSchema.safeParse(store)
  if (error) throw new ConfigError(`store.config.ts no es válido:\n${z.prettifyError(error)}`)
}

let stopping = false

/** Finishes the running requests, then closes the database. A second signal exits at once. */
async function stop(code: number) {
  if (stopping) process.exit(code || 1)
  stopping = true
  for (const close of closers.reverse()) await close().catch((error) => console.error(error))
  process.exit(code)
}

process.on('SIGTERM', () => stop(0))
process.on('SIGINT', () => stop(0))

try {
  await start()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  await stop(1)
}
