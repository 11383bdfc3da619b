import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { storeSchema } from '#contract/store.ts'
import { store } from '#store'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { connect } from './database/connection.ts'
import { startEmbedded } from './database/embedded/start.ts'
import { migrate } from './database/migrate.ts'
import { createAdministrator } from './features/accounts/create-administrator.ts'
import { sweepHourly } from './hourly-sweep.ts'
import { openImageStore } from './images/open-store.ts'
import { startMailing } from './mail/deliver.ts'
import { registerPages } from './pages/routes.ts'

const HOUR = 60 * 60 * 1000
const log = (text: string) => console.log(text)

/** What was opened, closed in the opposite order. */
const open: (() => Promise<unknown>)[] = []

async function start() {
  const config = readConfig(process.env)
  checkStore()
  await mkdir(config.dataDir, { recursive: true })

  let url = config.databaseUrl
  if (!url) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log })
    open.push(() => embedded.stop())
    url = embedded.url
  }
  const database = connect(url, { onError: (error) => console.error(`PostgreSQL: ${error.message}`) })
  open.push(() => database.destroy())
  await migrate(database)

  const images = await openImageStore(config)
  if (config.demo && !(await database.selectFrom('categories').select('id').limit(1).executeTakeFirst())) {
    const { seedDemo } = await import('#demo/seed.ts')
    await seedDemo({ database, images, log })
  }
  const password = await createAdministrator(database, config.admin)

  const app = await createApp({ config, database, images })
  await registerPages(app, { dev: process.argv.includes('--dev'), publicUrl: config.publicUrl })
  open.push(() => app.close())
  await app.listen({ host: config.host, port: config.port })

  const mailing = startMailing({ database, config, onError: (text) => app.log.error(text) })
  open.push(() => mailing.stop())
  const reports = { log, onError: (error: unknown) => app.log.error(error) }
  const sweeping = setInterval(() => sweepHourly({ config, database, images }, reports), HOUR)
  open.push(async () => clearInterval(sweeping))

  if (password)
    log(`Primer administrador: ${config.admin.email}, contraseña ${password} (no se vuelve a mostrar)`)
  log(`${store.name} está en ${config.publicUrl}`)
}

function checkStore() {
  const { error } = storeSchema.safeParse(store)
  if (error) throw new ConfigError(`store.config.ts no es válido:\n${z.prettifyError(error)}`)
}

let stopping = false

/** Answers what is under way, then closes the database. A second signal ends at once. */
async function stop(code: number) {
  if (stopping) process.exit(code || 1)
  stopping = true
  for (const close of open.reverse()) await close().catch((error) => console.error(error))
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
