import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { complaintsSchema, storeSchema, synonymsSchema } from '#contract/store.ts'
import { complaints, store, synonyms } from '#store'
import { type Config, ConfigError, readConfig } from './config.ts'
import { startEmbedded } from './database/embedded/start.ts'
import { openImageStore } from './images/open-store.ts'
import { OperatorError } from './operator-error.ts'
import { prepareDatabase } from './start/prepare-database.ts'
import { protectPrivateFiles } from './start/protect-private-files.ts'
import { stopOnSignal } from './stop.ts'
import { notifyReady, startWorkers, WorkerFailed, workerNumber } from './workers.ts'

const log = (text: string) => console.log(text)

/** Closing functions of the started parts, called in the opposite order. */
const closers: (() => Promise<unknown>)[] = []
const stop = stopOnSignal(closers)

/** Prepares everything once, and then serves the shop: in this process, or in several workers. */
async function start() {
  const config = readConfig(process.env)
  checkStore()
  if (config.backups.encryptTo) await checkEncryption(config.backups.encryptTo)
  const number = workerNumber()
  if (number !== undefined) {
    await serve(withOwnMetrics(config, number), config.databaseUrl!)
    notifyReady()
    return
  }
  await mkdir(config.dataDir, { recursive: true })
  await protectPrivateFiles(config.dataDir).catch((error) =>
    console.error(`No se pudo proteger ${error.path}: ${error.code}`),
  )

  const keepsWorkers = config.workers > 1 && !dev
  const preload = () => {
    if (!keepsWorkers) void loadShop()
  }
  let url = config.databaseUrl
  if (!url) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log, onStarting: preload })
    closers.push(() => embedded.stop())
    url = embedded.url
  }
  const preparing = prepareDatabase({
    url,
    config,
    log,
    seedDemo: async (database) => {
      const { seedDemo } = await import('#demo/seed.ts')
      await seedDemo({ database, images: await openImageStore(config), log })
    },
  })
  preload()
  const password = await preparing

  if (keepsWorkers) {
    const onCrashLoop = () => {
      console.error('Un proceso termina una y otra vez apenas se inicia. Se detiene el servidor.')
      void stop(1)
    }
    closers.push(await startWorkers(config, url, { warn: console.error, onCrashLoop }))
  } else await serve(config, url)

  if (password)
    log(`Primer administrador: ${config.admin.email}, contraseña ${password} (no se vuelve a mostrar)`)
  log(`${store.name} está en ${config.publicUrl}`)
}

const dev = process.argv.includes('--dev')

/** Loads the shop's modules while PostgreSQL is starting. The supervisor of workers doesn't call it, and so stays small. */
const loadShop = () => import('./serve-shop.ts')

async function serve(config: Config, url: string) {
  const { serveShop } = await loadShop()
  await serveShop({ config, url, dev, closers, log })
}

/** The configuration of a worker: each worker has its own port for metrics. */
const withOwnMetrics = (config: Config, number: number): Config =>
  config.metrics ? { ...config, metrics: { ...config.metrics, port: config.metrics.port + number } } : config

async function checkEncryption(recipient: string) {
  const { checkRecipient } = await import('./backup/encrypt.ts')
  await checkRecipient(recipient)
}

function checkStore() {
  const { error } = storeSchema
    .extend({ synonyms: synonymsSchema, complaints: complaintsSchema })
    .safeParse({ ...store, synonyms, complaints })
  if (error) throw new ConfigError(`store.config.ts no es válido:\n${z.prettifyError(error)}`)
}

try {
  await start()
} catch (error) {
  if (!(error instanceof WorkerFailed)) console.error(error instanceof OperatorError ? error.message : error)
  await stop(1)
}
