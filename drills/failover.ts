/**
 * `npm run drill:failover`: three servers behind HAProxy on three PostgreSQL of Patroni sell to twenty customers, while
 * servers, the primary, HAProxy and the image store fail one after the other. The configurations are those of `deploy/`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { AppServer } from './app-server.ts'
import { balance } from './book.ts'
import { startBalancer } from './failover/balancer.ts'
import { startCluster } from './failover/database-cluster.ts'
import { findPrograms } from './failover/debian-packages.ts'
import { ImageStore } from './failover/image-store.ts'
import { startPooler } from './failover/pooler.ts'
import { databaseUrl, openStand } from './failover/stand.ts'
import { ADMIN, logIn } from './fill-shop.ts'
import { freePorts } from './free-ports.ts'
import { observe, printBook, printStep } from './report.ts'
import { runDrill } from './run-drill.ts'
import { startTrade } from './start-trade.ts'
import { waitFor } from './wait-for.ts'

const { values } = parseArgs({
  options: {
    /** Sends the servers' queries through pgbouncer; they need DATABASE_POOLER for that. */
    pooler: { type: 'boolean', default: false },
    /** The faults to play, by name, with commas. */
    only: { type: 'string', default: '' },
    customers: { type: 'string', default: '20' },
    /** Number of acknowledged orders between two faults. */
    orders: { type: 'string', default: '100' },
    rest: { type: 'string', default: '250' },
    /** Seconds that the primary hangs: too short to be replaced; a second hang outlasts Patroni's `ttl`. */
    hang: { type: 'string', default: '10' },
    outlast: { type: 'string', default: '35' },
    /** Seconds of the image store's outage. */
    away: { type: 'string', default: '8' },
    keep: { type: 'boolean', default: false },
  },
})
const SERVERS = 3

await runDrill({ name: 'failover', minutes: 20, keep: values.keep }, async ({ folder, atEnd }) => {
  const stand = openStand(findPrograms(), folder, atEnd)
  const ports = await freePorts(16)
  const take = (count: number) => ports.splice(0, count)
  const [shop = 0, primary = 0, replicas = 0, pooler = 0, s3 = 0, etcdClient = 0, etcdPeer = 0] = take(7)
  const [apps, postgres, rest] = [take(3), take(3), take(3)]

  console.log('Se inician etcd, tres PostgreSQL con Patroni, HAProxy y el almacén S3…')
  const cluster = await startCluster(stand, { etcd: [etcdClient, etcdPeer], postgres, rest })
  const balancer = await startBalancer(stand, { shop, primary, replicas, apps, postgres, rest })
  if (values.pooler) await startPooler(stand, { port: pooler, primary })
  const store = new ImageStore(stand, s3)
  await store.start()

  const env = {
    DATABASE_URL: databaseUrl(values.pooler ? pooler : primary),
    ...(values.pooler && { DATABASE_POOLER: 'transaction' }),
    DATABASE_REPLICA_URL: databaseUrl(replicas),
    ...store.env,
    PUBLIC_URL: `http://127.0.0.1:${shop}`,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const servers = apps.map((port, at) => new AppServer({ name: `app${at + 1}`, port, folder, env }))
  atEnd(() => Promise.all(servers.map((server) => server.kill())))
  const deaths = () => servers.reduce((sum, server) => sum + server.deaths, 0)
  const inService = async (server: AppServer) => {
    await server.ready()
    await balancer.waitForState(server.name, 'UP')
  }
  // All servers start at once on an empty database.
  await Promise.all(servers.map((server) => server.start()))
  await Promise.all(servers.map(inService))
  console.log(`${SERVERS} servidores en servicio, ${deaths()} muertes al iniciar`)

  const base = `http://127.0.0.1:${shop}`
  const trade = await startTrade({
    base,
    databaseUrl: databaseUrl(primary),
    customers: Number(values.customers),
    rest: Number(values.rest),
    proof: await sharp({ create: { width: 320, height: 240, channels: 3, background: '#2e7d5b' } })
      .jpeg()
      .toBuffer(),
  })
  const { ledger } = trade

  const hang = async (seconds: string) => {
    const hung = await cluster.primary()
    cluster.signalPostgres(hung, 'SIGSTOP')
    await pause(Number(seconds) * 1000)
    cluster.signalPostgres(hung, 'SIGCONT')
  }
  /** The faults by name. A fault resolves when the failed part works again. */
  const faults: Record<string, { title: string; play: () => Promise<unknown> }> = {
    kill: {
      title: 'un servidor muere',
      play: async () => {
        await servers[0]!.kill()
        await balancer.waitForState('app1', 'DOWN')
        await servers[0]!.start()
        await inService(servers[0]!)
      },
    },
    roll: {
      title: 'los servidores se renuevan',
      play: async () => {
        for (const server of servers) {
          await server.stop()
          await server.start()
          await inService(server)
        }
      },
    },
    postmaster: {
      title: 'muere el postmaster del primario',
      play: async () => cluster.killPostmaster(await cluster.primary()),
    },
    node: {
      title: 'muere el nodo del primario',
      play: async () => {
        const lost = await cluster.primary()
        await cluster.killNode(lost)
        await trade.waitForOrders(Number(values.orders), 120)
        await cluster.start(lost)
      },
    },
    switchover: {
      title: 'Patroni cambia de primario',
      play: async () => cluster.switchover(await cluster.primary()),
    },
    reload: { title: 'HAProxy se recarga', play: () => balancer.reload() },
    store: {
      title: `el almacén S3 falta ${values.away} s`,
      play: async () => {
        await store.kill()
        await pause(Number(values.away) * 1000)
        await store.start()
      },
    },
    hang: { title: `el primario se cuelga ${values.hang} s`, play: () => hang(values.hang) },
    outlast: { title: `el primario se cuelga ${values.outlast} s`, play: () => hang(values.outlast) },
  }
  const names = values.only ? values.only.split(',') : Object.keys(faults)
  let refusedByRolling = 0
  for (const name of names) {
    const fault = faults[name]
    if (!fault) throw new Error(`--only=${name} no existe: ${Object.keys(faults).join(', ')}`)
    await trade.waitForOrders(Number(values.orders), 120)
    const before = observe(ledger, deaths())
    await fault.play()
    await trade.waitForOrders(Number(values.orders), 120)
    await cluster.waitUntilWhole()
    await Promise.all(servers.map(inService))
    const after = observe(ledger, deaths())
    printStep(fault.title, ledger, before, after)
    if (name === 'roll') {
      const { unanswered, unavailable } = after.failures
      refusedByRolling = unanswered + unavailable - before.failures.unanswered - before.failures.unavailable
    }
  }
  const silence = await trade.stop()
  const admin = await logIn(base, ADMIN.email)
  // Of a proof only 404 says that it is lost: the last fault may still be felt.
  const hasProof = (_order: string, name: string) =>
    waitFor(
      async () => {
        const answer = await fetch(`${base}/api/cart/payment-image/${name}`, {
          headers: { 'x-access-token': admin.token },
          signal: AbortSignal.timeout(15_000),
        })
        await answer.body?.cancel()
        if (answer.status !== 404 && !answer.ok) return undefined
        return { isThere: answer.ok }
      },
      { what: `una respuesta sobre el comprobante ${name}`, seconds: 60 },
    ).then(({ isThere }) => isThere)
  const book = await balance(databaseUrl(primary), ledger, hasProof)
  if (refusedByRolling > 0) console.log(`${refusedByRolling} solicitudes fallaron al renovar los servidores`)
  return printBook(book, ledger, { silence, deaths: deaths() }) && refusedByRolling === 0
})
