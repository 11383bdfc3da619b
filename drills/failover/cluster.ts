/** etcd and three PostgreSQL under Patroni, as `deploy/patroni.yml` sets them up. */
import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { endProgram, postmasterOf, signalTree } from '../processes.ts'
import { waitFor } from '../run-drill.ts'
import { query } from '../start-shop.ts'
import { DATABASE, databaseUrl, needsOldProtocol, PASSWORD, type Stand } from './programs.ts'

type Ports = { etcd: number; peer: number; postgres: number[]; rest: number[] }
type Node = { name: string; port: number; rest: string; data: string; patroni?: ChildProcess }
type Member = { name: string; role: string; state: string }

/** The most seconds until the cluster is whole again: Patroni's `ttl`, a rewind, and reserve for a busy machine. */
const WHOLE_SECONDS = 180

/** Starts etcd and the nodes, and creates the servers' database. */
export async function startCluster(stand: Stand, ports: Ports) {
  const { programs } = stand
  const old = needsOldProtocol(programs.patroni)
  const [client, peer] = [`http://127.0.0.1:${ports.etcd}`, `http://127.0.0.1:${ports.peer}`]
  await stand.start('etcd', [
    programs.etcd,
    ...`--name drill --data-dir ${join(stand.home, 'etcd')} --initial-cluster drill=${peer}`.split(' '),
    ...`--listen-client-urls ${client} --advertise-client-urls ${client}`.split(' '),
    ...`--listen-peer-urls ${peer} --initial-advertise-peer-urls ${peer}`.split(' '),
    ...(old ? ['--enable-v2=true'] : []),
  ])
  await waitFor('etcd', 30, async () => (await fetch(`${client}/health`)).ok)

  const nodes = ports.postgres.map((port, at): Node => {
    const name = `db${at + 1}`
    return { name, port, rest: `127.0.0.1:${ports.rest[at]}`, data: join(stand.home, name) }
  })
  const user = (role: string, name: string) => ({
    [`PATRONI_${role}_USERNAME`]: name,
    [`PATRONI_${role}_PASSWORD`]: PASSWORD,
  })
  const address = (part: string, at: string) => ({
    [`PATRONI_${part}_LISTEN`]: at,
    [`PATRONI_${part}_CONNECT_ADDRESS`]: at,
  })
  /** Starts PostgreSQL under Patroni on a node; a killed node continues with its data. */
  const start = async (node: Node) => {
    // The variables of deploy/patroni.env.
    node.patroni = await stand.start(node.name, [programs.patroni, stand.write('patroni.yml')], {
      HOME: stand.home,
      PATRONI_NAME: node.name,
      ...address('RESTAPI', node.rest),
      ...address('POSTGRESQL', `127.0.0.1:${node.port}`),
      PATRONI_POSTGRESQL_DATA_DIR: node.data,
      PATRONI_POSTGRESQL_BIN_DIR: dirname(programs.postgres),
      PATRONI_POSTGRESQL_PGPASS: `${node.data}.pgpass`,
      [old ? 'PATRONI_ETCD_HOSTS' : 'PATRONI_ETCD3_HOSTS']: `127.0.0.1:${ports.etcd}`,
      ...user('SUPERUSER', 'postgres'),
      ...user('REPLICATION', 'replicator'),
      ...user('REWIND', 'rewinder'),
      ...user('RESTAPI', 'patroni'),
    })
  }
  /** Sends a signal to a node's PostgreSQL with all its processes. */
  const signalPostgres = (node: Node, signal: NodeJS.Signals) => {
    try {
      signalTree(postmasterOf(node.data), signal)
    } catch {
      // PostgreSQL isn't running on this node.
    }
  }
  /** Kills Patroni and PostgreSQL at once, as when the machine's power is cut. */
  const killNode = async (node: Node) => {
    const { patroni } = node
    if (patroni) await endProgram(patroni, () => patroni.kill('SIGKILL'))
    signalPostgres(node, 'SIGKILL')
  }
  /** The members, according to the first node that answers. */
  const readMembers = async (): Promise<Member[]> => {
    for (const { rest } of nodes) {
      try {
        const answer = await fetch(`http://${rest}/cluster`, { signal: AbortSignal.timeout(3_000) })
        return ((await answer.json()) as { members: Member[] }).members
      } catch {
        // A node that is down is skipped: any other knows the primary too.
      }
    }
    return []
  }
  const primary = async (): Promise<Node> => {
    const leader = (await readMembers()).find(({ role, state }) => role === 'leader' && state === 'running')
    const node = nodes.find(({ name }) => name === leader?.name)
    if (!node) throw new Error('El clúster no tiene primario')
    return node
  }
  /** Waits until there is a primary and two replicas follow it, one of them synchronously. */
  const waitUntilWhole = () => {
    const look = async () => {
      const [members, leader] = [await readMembers(), await primary()]
      const followers = await query(databaseUrl(leader.port, 'postgres', 'postgres'), FOLLOWERS)
      const isSynchronous = members.some(({ role }) => role === 'sync_standby')
      return members.length === nodes.length && followers.length === 2 && isSynchronous && leader
    }
    return waitFor('el clúster entero', WHOLE_SECONDS, look, 250)
  }

  stand.atEnd(() => Promise.all(nodes.map(killNode)))
  for (const node of nodes) await start(node)
  const url = databaseUrl((await waitUntilWhole()).port, 'postgres', 'postgres')
  await query(url, `create role ${DATABASE} login password '${PASSWORD}'`)
  await query(url, `create database ${DATABASE} owner ${DATABASE}`)
  return {
    start,
    killNode,
    killPostmaster: async () => process.kill(postmasterOf((await primary()).data), 'SIGKILL'),
    signalPostgres,
    primary,
    waitUntilWhole,
    async switchover() {
      const { name, rest } = await primary()
      const answer = await fetch(`http://${rest}/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`patroni:${PASSWORD}`)}` },
        body: JSON.stringify({ leader: name }),
        signal: AbortSignal.timeout(60_000),
      })
      if (!answer.ok) throw new Error(`Patroni: ${answer.status} ${await answer.text()}`)
    },
  }
}

const FOLLOWERS = `select from pg_stat_replication where state = 'streaming' and application_name like 'db_'`
