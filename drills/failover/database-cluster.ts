/** etcd and three PostgreSQL under Patroni, as `deploy/patroni.yml` sets them up. */
import { join } from 'node:path'
import pg from 'pg'
import { type Started, startProgram } from '../child-process.ts'
import { postmasterOf, signalTree } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { needsOldProtocol } from './debian-packages.ts'
import { DATABASE, databaseUrl, deployed, makeFolder, PASSWORD, type Stand } from './stand.ts'

type Ports = { etcd: [client: number, peer: number]; postgres: number[]; rest: number[] }
type Member = { name: string; role: string; state: string; lag?: number | string }

/** The most seconds until the cluster is whole again: Patroni's `ttl`, a rewind, and reserve for a busy machine. */
const WHOLE_SECONDS = 180

class Node {
  readonly name: string
  readonly port: number
  readonly rest: string
  readonly data: string
  patroni: Started | undefined

  constructor(name: string, { port, rest, data }: { port: number; rest: number; data: string }) {
    this.name = name
    this.port = port
    this.rest = `127.0.0.1:${rest}`
    this.data = data
  }
}

export class Cluster {
  readonly nodes: Node[]
  readonly #stand: Stand
  readonly #etcd: string

  constructor(stand: Stand, ports: Ports) {
    this.#stand = stand
    this.#etcd = `127.0.0.1:${ports.etcd[0]}`
    this.nodes = ports.postgres.map((port, at) => {
      const data = join(makeFolder(stand, `db${at + 1}`), 'data')
      return new Node(`db${at + 1}`, { port, rest: ports.rest[at]!, data })
    })
  }

  /** Starts PostgreSQL under Patroni on a node; a killed node continues with its data. */
  async start(node: Node) {
    const { programs, logs, account, folder } = this.#stand
    const user = (role: string, name: string) => ({
      [`PATRONI_${role}_USERNAME`]: name,
      [`PATRONI_${role}_PASSWORD`]: PASSWORD,
    })
    node.patroni = await startProgram({
      name: node.name,
      command: programs.patroni,
      args: [deployed(this.#stand, 'patroni.yml')],
      logs,
      account,
      cwd: '/',
      // The variables of deploy/patroni.env.
      env: {
        HOME: join(folder, node.name),
        PATRONI_NAME: node.name,
        PATRONI_RESTAPI_LISTEN: node.rest,
        PATRONI_RESTAPI_CONNECT_ADDRESS: node.rest,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${node.port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${node.port}`,
        PATRONI_POSTGRESQL_DATA_DIR: node.data,
        PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
        PATRONI_POSTGRESQL_PGPASS: join(folder, node.name, '.pgpass'),
        [needsOldProtocol(programs.patroni) ? 'PATRONI_ETCD_HOSTS' : 'PATRONI_ETCD3_HOSTS']: this.#etcd,
        ...user('SUPERUSER', 'postgres'),
        ...user('REPLICATION', 'replicator'),
        ...user('REWIND', 'rewinder'),
        ...user('RESTAPI', 'patroni'),
      },
    })
  }

  /** Kills Patroni and PostgreSQL at once, as when the machine's power is cut. */
  async killNode(node: Node) {
    node.patroni?.kill('SIGKILL')
    await node.patroni?.ended
    this.signalPostgres(node, 'SIGKILL')
  }

  killPostmaster(node: Node) {
    process.kill(postmasterOf(node.data), 'SIGKILL')
  }

  /** Sends a signal to a node's postmaster and all its child processes. */
  signalPostgres(node: Node, signal: NodeJS.Signals) {
    try {
      signalTree(postmasterOf(node.data), signal)
    } catch {
      // PostgreSQL isn't running on this node.
    }
  }

  async switchover(from: Node) {
    const answer = await fetch(`http://${from.rest}/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`patroni:${PASSWORD}`)}` },
      body: JSON.stringify({ leader: from.name }),
      signal: AbortSignal.timeout(60_000),
    })
    if (!answer.ok) throw new Error(`Patroni: ${answer.status} ${await answer.text()}`)
  }

  /** The current primary, according to the first node that answers. */
  async primary(): Promise<Node> {
    const members = await this.#members()
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
    const node = this.nodes.find(({ name }) => name === leader?.name)
    if (!node) throw new Error('El clúster no tiene primario')
    return node
  }

  /** Waits until there is a primary and two replicas follow it, one of them synchronously. */
  async waitUntilWhole(): Promise<Node> {
    return waitFor(
      async () => {
        const members = await this.#members()
        const primary = await this.primary()
        const { rows } = await query(databaseUrl(primary.port, 'postgres', 'postgres'), FOLLOWERS)
        const synchronous = members.some(({ role }) => role === 'sync_standby')
        return members.length === this.nodes.length && rows[0].followers === 2 && synchronous && primary
      },
      { what: 'el clúster entero', seconds: WHOLE_SECONDS, every: 250 },
    )
  }

  async #members(): Promise<Member[]> {
    for (const { rest } of this.nodes) {
      try {
        const answer = await fetch(`http://${rest}/cluster`, { signal: AbortSignal.timeout(3_000) })
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        // A node that is down is skipped: any other knows the primary too.
      }
    }
    return []
  }
}

const FOLLOWERS = `select count(*)::int as followers from pg_stat_replication
  where state = 'streaming' and application_name like 'db_'`

async function query(url: string, statement: string) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Starts etcd and the nodes, and creates the servers' database. */
export async function startCluster(stand: Stand, ports: Ports): Promise<Cluster> {
  const etcd = await startEtcd(stand, ports.etcd)
  stand.atEnd(() => etcd.stop(5))
  const cluster = new Cluster(stand, ports)
  stand.atEnd(() => Promise.all(cluster.nodes.map((node) => cluster.killNode(node))))
  for (const node of cluster.nodes) await cluster.start(node)
  const primary = await cluster.waitUntilWhole()
  const url = databaseUrl(primary.port, 'postgres', 'postgres')
  await query(url, `create role ${DATABASE} login password '${PASSWORD}'`)
  await query(url, `create database ${DATABASE} owner ${DATABASE}`)
  return cluster
}

async function startEtcd(stand: Stand, [client, peer]: Ports['etcd']): Promise<Started> {
  const { programs, logs, account } = stand
  const clientUrl = `http://127.0.0.1:${client}`
  const peerUrl = `http://127.0.0.1:${peer}`
  const etcd = await startProgram({
    name: 'etcd',
    command: programs.etcd,
    args: [
      ...['--name', 'drill', '--data-dir', join(makeFolder(stand, 'etcd'), 'data')],
      ...['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `drill=${peerUrl}`],
      ...(needsOldProtocol(programs.patroni) ? ['--enable-v2=true'] : []),
    ],
    env: {},
    logs,
    account,
    cwd: '/',
  })
  await waitFor(async () => (await fetch(`${clientUrl}/health`)).ok, { what: 'etcd', seconds: 30 })
  return etcd
}
