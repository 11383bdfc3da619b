import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Db } from '#server/database/schema.ts'
import { makeUser } from '#tests/factories.ts'
import { administer, startPostgres, withDatabase } from '#tests/postgres-server.ts'
import { freePorts } from '../drills/free-ports.ts'
import { postmasterOf } from '../drills/process-tree.ts'
import type { Drill } from '../drills/run-drill.ts'
import { fill, makeCustomers } from './fixtures.ts'
import { CONNECTIONS } from './load.ts'
import { type Server, startBotica, startServer } from './start-server.ts'

type User = { id: string; token: string; email: string }

export type Shops = {
  shop: Server & { database: Db; metricsUrl: string }
  bareShop: Server & { database: Db }
  rawFastify: Server
  /** The process of the embedded PostgreSQL; undefined for the server of DATABASE_URL. */
  postmaster: number | undefined
  admin: User
  /** Customers of their own for each connection ({@link customerOf}): a cart and an account have limits. */
  customers: { adding: User[]; buying: User[] }
  /** Milliseconds that each start of the shop took. */
  coldStartMs: number[]
}

/** Customers of each connection whose carts grow, and who buy: a cart takes 500 units, an account orders 60 times in an hour. */
const [CARTS, BUYERS] = [10, 40]

type Options = {
  products: number
  orders: number
  /** How often the shop is started. */
  starts: number
  /** A folder for the CPU profiles of the shop, which slow it down. */
  profiles?: string
}

/**
 * Fills a database and copies it, so that what the shop and the bare shop write doesn't disturb the other one, and starts the
 * servers.
 */
export async function openShops(
  { folder, atEnd }: Drill,
  { products, orders, starts, profiles }: Options,
): Promise<Shops> {
  const dataDir = join(folder, 'postgres')
  const postgres = await startPostgres(dataDir)
  atEnd(() => postgres.stop())
  const postmaster = process.env.DATABASE_URL
    ? undefined
    : postmasterOf(realpathSync(join(dataDir, 'postgres')))

  const [name, copy] = [`botica_bench_${process.pid}`, `botica_bench_${process.pid}_bare`]
  await administer(postgres.url, `create database ${name}`)
  atEnd(() => administer(postgres.url, `drop database ${name} with (force)`))
  const filling = connect(withDatabase(postgres.url, name), { onError: () => {} })
  await migrate(filling)
  await fill(filling, { products, orders })
  const admin = await makeUser(filling, { role: 'Administrador' })
  const customers = {
    adding: await makeCustomers(filling, CONNECTIONS * CARTS),
    buying: await makeCustomers(filling, CONNECTIONS * BUYERS),
  }
  await filling.destroy()
  await administer(postgres.url, `create database ${copy} template ${name}`)
  atEnd(() => administer(postgres.url, `drop database ${copy} with (force)`))

  const open = (databaseName: string) => {
    const url = withDatabase(postgres.url, databaseName)
    const database = connect(url, { max: 2, onError: () => {} })
    atEnd(() => database.destroy())
    return { url, database }
  }
  const [ours, theirs] = [open(name), open(copy)]
  const ports = await freePorts(4)
  const [shopUrl, bareUrl, rawUrl, metricsUrl] = ports.map((port) => `http://127.0.0.1:${port}`)
  const started = async (server: Promise<Server>) => {
    const up = await server
    atEnd(() => up.stop())
    return up
  }
  const profile = profiles && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` }
  const startShop = () =>
    startBotica(shopUrl!, {
      ...profile,
      DATABASE_URL: ours.url,
      DATA_DIR: join(folder, 'shop'),
      METRICS_PORT: String(ports[3]),
    })
  const coldStartMs: number[] = []
  // The first start caches the compiled sources.
  await (await startShop()).stop()
  for (let start = 1; start < starts; start += 1) {
    const server = await startShop()
    coldStartMs.push(server.startMs)
    await server.stop()
  }
  const shop = await started(startShop())
  coldStartMs.push(shop.startMs)
  const bareShop = await started(
    startServer({ command: ['bench/bare-shop.ts'], url: bareUrl!, env: { DATABASE_URL: theirs.url } }),
  )
  const rawFastify = await started(startServer({ command: ['bench/raw-fastify.ts'], url: rawUrl! }))
  return {
    shop: { ...shop, database: ours.database, metricsUrl: `${metricsUrl}/metrics` },
    bareShop: { ...bareShop, database: theirs.database },
    rawFastify,
    postmaster,
    admin,
    customers,
    coldStartMs,
  }
}
