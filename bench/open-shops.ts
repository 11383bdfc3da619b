import { connect } from '#server/database/connection.ts'
import type { Db } from '#server/database/schema.ts'
import { makeUser } from '#tests/factories.ts'
import { AppServer } from '../drills/app-server.ts'
import { freePorts } from '../drills/free-ports.ts'
import type { Drill } from '../drills/run-drill.ts'
import { makeCustomers } from './fixtures.ts'
import { CONNECTIONS, type Server } from './load.ts'
import { openDatabase } from './open-database.ts'

type User = { id: string; token: string; email: string }

export type Shops = {
  shop: Server & { database: Db; metricsUrl: string }
  bareShop: Server & { database: Db }
  rawFastify: Server
  /** The process of the embedded PostgreSQL; undefined for the server of DATABASE_URL. */
  postmaster: number | undefined
  admin: User
  /** As many for each connection ({@link customerOf}). */
  customers: User[]
  /** Milliseconds of each start of the shop. */
  coldStartMs: number[]
}

type Options = {
  products: number
  orders: number
  /** Customers of each connection: a cart takes 500 units, an account 60 orders an hour. */
  customersEach: number
  /** Number of starts of the shop to measure. */
  starts: number
  /** A folder for CPU profiles of the shop; profiling slows the shop down. */
  profiles?: string
}

/** Fills a database, copies it, so that the shop and the bare shop each write to their own, and starts the servers. */
export async function openShops(
  drill: Drill,
  { products, orders, customersEach, starts, profiles }: Options,
): Promise<Shops> {
  const { folder, atEnd } = drill
  const { url, database, copy, postmaster } = await openDatabase(drill, { products, orders })
  const admin = await makeUser(database, { role: 'Administrador' })
  const customers = await makeCustomers(database, CONNECTIONS * customersEach)
  await database.destroy()
  const bareUrl = await copy()
  const open = (databaseUrl: string) => {
    const database = connect(databaseUrl, { max: 2, onError: () => {} })
    atEnd(() => database.destroy())
    return database
  }

  const [shopPort, barePort, rawPort, metricsPort] = await freePorts(4)
  const start = async (server: AppServer): Promise<Server> => {
    await server.start()
    await server.ready()
    return { url: server.url, pid: server.pid }
  }
  const shop = new AppServer({
    name: 'shop',
    port: shopPort!,
    folder,
    // The program of `npm start`, with its checks.
    program: ['scripts/run.mjs', 'start'],
    path: '/',
    env: {
      DRAIN_SECONDS: '0',
      DATABASE_URL: url,
      METRICS_PORT: String(metricsPort),
      ...(profiles && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` }),
    },
  })
  atEnd(() => shop.stop())
  const coldStartMs: number[] = []
  // Start 0 isn't measured: it fills the cache of compiled sources.
  for (let number = 0; number <= starts; number += 1) {
    if (number > 0) await shop.stop()
    const before = performance.now()
    await start(shop)
    if (number > 0) coldStartMs.push(performance.now() - before)
  }
  const bareShop = new AppServer({
    name: 'bare-shop',
    port: barePort!,
    folder,
    program: ['bench/bare-shop.ts'],
    path: '/',
    env: { DATABASE_URL: bareUrl },
  })
  const rawFastify = new AppServer({
    name: 'raw-fastify',
    port: rawPort!,
    folder,
    program: ['bench/raw-fastify.ts'],
    path: '/',
    env: {},
  })
  atEnd(() => Promise.all([bareShop.kill(), rawFastify.kill()]))
  return {
    shop: {
      url: shop.url,
      pid: shop.pid,
      database: open(url),
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    },
    bareShop: { ...(await start(bareShop)), database: open(bareUrl) },
    rawFastify: await start(rawFastify),
    postmaster,
    admin,
    customers,
    coldStartMs,
  }
}
