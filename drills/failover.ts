/**
 * `npm run drill:failover`: three servers behind HAProxy on three PostgreSQL of Patroni sell to twenty customers, while
 * servers, the primary, HAProxy and the image store fail one after the other. The configurations are those of `deploy/`.
 * One server asks PostgreSQL itself, the others go through pgbouncer.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBalancer, startImageStore, startPooler } from './failover/around.ts'
import { startCluster } from './failover/cluster.ts'
import { databaseUrl, fillPooler, findPrograms, openStand, unsetVariables } from './failover/programs.ts'
import { type Fault, playFaults } from './faults.ts'
import { closeBook } from './ledger.ts'
import { printVerdict, readOptions, runDrill } from './run-drill.ts'
import { AppServer, freePorts } from './start-shop.ts'
import { noisePhoto, startTrade } from './trade.ts'

const options = readOptions({
  /** The faults to play, by name, with commas; absent: all. */
  only: '',
  customers: 20,
  /** Number of acknowledged orders between two faults. */
  orders: 100,
  rest: 250,
  /** Seconds that the primary hangs: longer than Patroni's `ttl`. */
  outlast: 35,
  /** Seconds of the image store's outage. */
  away: 8,
  keep: false,
  /** Succeeds also where programs are missing, if the files of deploy/ fit each other. */
  check: false,
})

await runDrill('failover', { minutes: 20, keep: options.keep }, async (drill) => {
  const { programs, missing } = findPrograms()
  if (missing.length > 0) {
    console.log(`Sin probar, falta: apt-get install --no-install-recommends ${missing.join(' ')}`)
    fillPooler({ botica: '', '*': '', listen_port: '', auth_file: '', logfile: '', pidfile: '' })
    const unset = unsetVariables()
    return printVerdict(options.check && unset.length === 0, [
      `${unset.length} variables de deploy/haproxy.cfg sin valor`,
    ])
  }
  const stand = openStand(programs, drill)
  const ports = await freePorts(16)
  const take = (count: number) => ports.splice(0, count)
  const [shop = 0, primary = 0, replicas = 0, pooler = 0, s3 = 0, etcd = 0, peer = 0] = take(7)
  const [apps, postgres, rest] = [take(3), take(3), take(3)]

  console.log('Se inician etcd, tres PostgreSQL con Patroni, HAProxy, pgbouncer y el almacén S3…')
  const cluster = await startCluster(stand, { etcd, peer, postgres, rest })
  const balancer = await startBalancer(stand, { shop, primary, replicas, apps, postgres, rest })
  await startPooler(stand, { port: pooler, primary })
  const store = await startImageStore(stand, s3, join(drill.folder, 'imagenes'))

  const base = `http://127.0.0.1:${shop}`
  const servers = apps.map((port, at) => {
    const env = {
      DATABASE_URL: databaseUrl(at > 0 ? pooler : primary),
      ...(at > 0 && { DATABASE_POOLER: 'transaction' }),
      DATABASE_REPLICA_URL: databaseUrl(replicas),
      PUBLIC_URL: base,
      ...store.env,
    }
    return new AppServer({ name: `app${at + 1}`, port, folder: drill.folder, env })
  })
  drill.atEnd(() => Promise.all(servers.map((server) => server.kill())))
  const deaths = () => servers.reduce((sum, server) => sum + server.deaths, 0)
  const inService = async (server: AppServer) => {
    await server.ready()
    await balancer.waitForState(server.options.name, 'UP')
  }
  // All servers start at once on an empty database.
  await Promise.all(servers.map((server) => server.start()))
  await Promise.all(servers.map(inService))
  const trade = await startTrade({
    ...options,
    base,
    databaseUrl: databaseUrl(primary),
    proof: await noisePhoto(200),
  })

  /** The faults by name. A fault resolves when the failed part works again. */
  const faults: Record<string, [title: string, play: () => Promise<unknown>]> = {
    kill: [
      'un servidor muere',
      async () => {
        await servers[0]!.kill()
        await balancer.waitForState('app1', 'DOWN')
        await servers[0]!.start()
      },
    ],
    roll: [
      'los servidores se renuevan',
      async () => {
        for (const server of servers) {
          await server.stop()
          await server.start()
          await inService(server)
        }
      },
    ],
    postmaster: ['muere el postmaster del primario', () => cluster.killPostmaster()],
    node: [
      'muere el nodo del primario',
      async () => {
        const lost = await cluster.primary()
        await cluster.killNode(lost)
        await trade.waitForOrders(options.orders, 120)
        await cluster.start(lost)
      },
    ],
    switchover: ['Patroni cambia de primario', () => cluster.switchover()],
    reload: ['HAProxy se recarga', () => balancer.reload()],
    store: [
      `el almacén S3 falta ${options.away} s`,
      async () => {
        await store.kill()
        await pause(options.away * 1_000)
        await store.start()
      },
    ],
    outlast: [
      `el primario se cuelga ${options.outlast} s`,
      async () => {
        const hung = await cluster.primary()
        cluster.signalPostgres(hung, 'SIGSTOP')
        await pause(options.outlast * 1_000)
        cluster.signalPostgres(hung, 'SIGCONT')
      },
    ],
  }
  const heal = async () => {
    await cluster.waitUntilWhole()
    await Promise.all(servers.map(inService))
  }
  const names = options.only ? options.only.split(',') : Object.keys(faults)
  const wanted = names.map((name): Fault => ({ name: faults[name]![0], play: faults[name]![1], heal }))
  const { figures, failed } = await playFaults(trade, wanted, { orders: options.orders, deaths })
  const { unanswered, unavailable } = failed.get(faults.roll![0]) ?? { unanswered: 0, unavailable: 0 }
  const refusedByRolling = unanswered + unavailable
  const more = [figures, `${refusedByRolling} solicitudes fallaron al renovar los servidores`]
  const { ledger, hasProof } = trade
  const balances = await closeBook(databaseUrl(primary), ledger, { deaths: deaths(), hasProof, more })
  return balances && refusedByRolling === 0
})
