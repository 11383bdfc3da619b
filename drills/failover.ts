/**
 * `npm run drill:failover`: three servers behind HAProxy on three PostgreSQL of Patroni sell to twenty customers, while
 * servers, the primary, HAProxy and the image store fail one after the other. The configurations are those of `deploy/`.
 * One server asks PostgreSQL itself, the others go through pgbouncer.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noise } from '#tests/images.ts'
import { databaseUrl, findPrograms, GATEWAY, hostAt, openNetwork, startCluster } from './failover/machines.ts'
import { runDrill } from './run-drill.ts'
import { type AppServer, prepareServer } from './start-shop.ts'
import { type Fault, sellThrough } from './trade.ts'

const defaults = {
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
}

await runDrill(defaults, async (drill, { only, outlast, away, ...selling }) => {
  const { paths, missing } = findPrograms()
  if (missing.length > 0) {
    console.error(`Sin probar, falta: apt-get install --no-install-recommends ${missing.join(' ')}`)
    return false
  }
  console.log('Se inician etcd, tres PostgreSQL con Patroni, HAProxy, pgbouncer y el almacén S3…')
  const network = openNetwork(paths, drill)
  const cluster = await startCluster(network)
  const balancer = await network.startBalancer()
  await network.startPooler()
  const images = join(drill.folder, 'imagenes')
  mkdirSync(images)
  const s3rver = `node_modules/s3rver/bin/s3rver.js -a ${GATEWAY} -p 4568 -s --configure-bucket botica -d ${images}`
  const program = s3rver.split(' ')
  const store = prepareServer(drill, { name: 's3', host: GATEWAY, port: 4568, program })
  await store.start()
  await store.ready()

  const base = `http://${GATEWAY}:3000`
  const servers = [1, 2, 3].map((number) => {
    const env = {
      DATABASE_URL: databaseUrl(`${GATEWAY}:${number > 1 ? 6432 : 5000}`),
      ...(number > 1 && { DATABASE_POOLER: 'transaction' }),
      DATABASE_REPLICA_URL: databaseUrl(`${GATEWAY}:5001`),
      PUBLIC_URL: base,
      S3_ENDPOINT: store.url,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'botica',
      // s3rver knows one pair of keys.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }
    return prepareServer(drill, { name: `app${number}`, host: hostAt(10 + number), port: 3000, env })
  })
  const inService = async (server: AppServer) => {
    await server.ready()
    await balancer.waitForState(server.name, 'UP')
  }
  // All servers start at once on an empty database.
  await Promise.all(servers.map((server) => server.start()))
  await Promise.all(servers.map(inService))

  const faults: Record<string, Fault> = {
    kill: {
      name: 'un servidor muere',
      async play() {
        await servers[0]!.kill()
        await balancer.waitForState('app1', 'DOWN')
        await servers[0]!.start()
      },
    },
    roll: {
      name: 'los servidores se renuevan',
      fails: false,
      async play() {
        for (const server of servers) {
          await server.stop()
          await server.start()
          await inService(server)
        }
      },
    },
    postmaster: { name: 'muere el postmaster del primario', play: cluster.killPostmaster },
    node: {
      name: 'muere el nodo del primario',
      async play({ waitForOrders }) {
        const lost = await cluster.primary()
        await cluster.killNode(lost)
        await waitForOrders(selling.orders, 120)
        await cluster.start(lost)
      },
    },
    switchover: { name: 'Patroni cambia de primario', play: cluster.switchover },
    reload: { name: 'HAProxy se recarga', play: balancer.reload },
    store: {
      name: `el almacén S3 falta ${away} s`,
      async play() {
        await store.kill()
        await pause(away * 1_000)
        await store.start()
        await store.ready()
      },
    },
    outlast: {
      name: `el primario se cuelga ${outlast} s`,
      async play() {
        const hung = await cluster.primary()
        cluster.signalPostgres(hung, 'SIGSTOP')
        await pause(outlast * 1_000)
        cluster.signalPostgres(hung, 'SIGCONT')
      },
    },
  }
  const heal = async () => {
    await cluster.waitUntilWhole()
    await Promise.all(servers.map(inService))
  }
  const wanted = only ? only.split(',').map((name) => faults[name]!) : Object.values(faults)
  return sellThrough(wanted, servers, { ...selling, base, heal, proof: await noise(200, 200) })
})
