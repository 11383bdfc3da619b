/**
 * The machines of the failover drill: etcd, three PostgreSQL under Patroni, HAProxy and pgbouncer with the files of deploy/, whose addresses
 * stand for ones of this machine.
 */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { query } from '#tests/postgres-server.ts'
import { postmasterOf, signalTree } from '#tests/processes.ts'
import { type Drill, waitFor } from '../run-drill.ts'
import { endProgram, startProgram } from '../start-shop.ts'

/** The Debian package of each program. */
const PACKAGES = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql',
}
const POSTGRES = '/usr/lib/postgresql'

/** The paths of the programs, and the packages of those that are missing. */
export function findPrograms() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : []
  // PostgreSQL's folder comes first: elsewhere may be links to some of its programs only.
  const folders = [`${POSTGRES}/${Math.max(0, ...versions)}/bin`, '/usr/local/bin', '/usr/bin', '/usr/sbin']
  const found = Object.entries(PACKAGES).map(([name, debian]) => {
    return { name, debian, path: folders.map((folder) => join(folder, name)).find(existsSync) }
  })
  const paths = Object.fromEntries(found.map(({ name, path }) => [name, path])) as typeof PACKAGES
  return { paths, missing: found.flatMap(({ debian, path }) => (path ? [] : [debian])) }
}

const DEPLOY = join(import.meta.dirname, '../../deploy')
/** In place of deploy's 10.0.0.; the ports stay those of deploy/. */
const NETWORK = `127.${1 + (process.pid % 250)}.77.`
export const hostAt = (place: number) => `${NETWORK}${place}`
/** Where HAProxy and pgbouncer listen. */
export const GATEWAY = hostAt(10)
/** The most seconds that an old HAProxy stays after a reload: `hard-stop-after` of the configuration, and some more. */
const RELOAD_SECONDS = 45
/** The password of all roles, as deploy/ writes it. The cluster lives for minutes and on this machine only. */
const PASSWORD = 'CHANGE-ME'
export const databaseUrl = (at: string, user = 'botica', database = user) =>
  `postgresql://${user}:${PASSWORD}@${at}/${database}`

type Network = ReturnType<typeof openNetwork>

/** PostgreSQL refuses to run as root: for root, the programs run as PostgreSQL's account. They end with the drill. */
export function openNetwork(paths: typeof PACKAGES, { folder, atEnd }: Drill) {
  const idOf = (what: string) => Number(execFileSync('id', [what, 'postgres']))
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  /** Where the programs write. */
  const home = join(folder, 'programas')
  mkdirSync(home, { mode: 0o700 })
  if (account) chownSync(home, account.uid, account.gid)

  /** A file of deploy/ with this network's addresses. */
  const read = (name: string) =>
    readFileSync(join(DEPLOY, name), 'utf8')
      .replaceAll('10.0.0.', NETWORK)
      .replaceAll('127.0.0.1', GATEWAY)
      .replaceAll(/= \/(etc|var)\/.*\//g, `= ${home}/`)
  /** Writes a file that the programs' account can read, and returns its path. */
  const write = (name: string, text = read(name)): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const start = async (name: string, command: string[], env = {}) => {
    const started = await startProgram({ folder, name }, command, { ...account, cwd: '/', env })
    atEnd(() => endProgram(started, () => started.kill('SIGTERM'), 5))
    return started
  }
  return {
    paths,
    atEnd,
    home,
    write,
    start,
    /** The variables of a file of deploy/. */
    envOf: (name: string) => parseEnv(read(name)),
    /** Starts pgbouncer in front of the primary. */
    async startPooler() {
      writeFileSync(join(home, 'userlist.txt'), `"botica" "${PASSWORD}"\n`)
      await start('pgbouncer', [paths.pgbouncer, write('pgbouncer.ini')])
    },
    /** Starts HAProxy in front of the servers and of PostgreSQL. */
    async startBalancer() {
      const socket = join(home, 'haproxy.sock')
      // Replaces the global section of Debian's own configuration.
      const own = `global\n  stats socket ${socket} mode 600 level admin\n  maxconn 1000\n`
      const files = ['-f', write('global.cfg', own), '-f', write('haproxy.cfg')]
      const env = { ...parseEnv(read('haproxy.env')), BOTICA_BIND: `${GATEWAY}:3000` }
      const haproxy = await start('haproxy', [paths.haproxy, '-W', ...files], env)
      const ask = async (command: string) => {
        const connection = connect(socket)
        connection.end(`${command}\n`)
        return text(connection)
      }
      const worker = async () => Number(/^Pid: (\d+)/m.exec(await ask('show info'))?.[1])
      return {
        /** Waits until HAProxy reports a server, `app1` to `app3`, as up or down. */
        waitForState(server: string, state: 'UP' | 'DOWN') {
          // The 18th field of the server's line.
          const line = new RegExp(`^servers,${server},(?:[^,]*,){15}${state}`, 'm')
          return waitFor(`${server} ${state} en HAProxy`, 30, async () => line.test(await ask('show stat')))
        },
        /** Reloads HAProxy's configuration, and waits for the end of the old process. */
        async reload() {
          const old = await worker()
          haproxy.kill('SIGUSR2')
          await waitFor('el HAProxy nuevo', 10, async () => (await worker()) !== old)
          const isGone = () => !existsSync(`/proc/${old}`)
          await waitFor('el fin del HAProxy anterior', RELOAD_SECONDS, isGone, 250)
        },
      }
    },
  }
}

type Node = { name: string; host: string; data: string; patroni?: ChildProcess }
type Member = { name: string; role: string; state: string }

/** The most seconds until the cluster is whole again: Patroni's `ttl`, a rewind, and reserve for a busy machine. */
const WHOLE_SECONDS = 180
const FOLLOWERS = `select from pg_stat_replication where state = 'streaming' and application_name like 'db_'`

/**
 * Whether this Patroni has to speak etcd's older protocol: before 3.0.3 a replaced primary overwrites its successor's lock by the newer
 * protocol (deploy/patroni.env).
 */
function needsOldProtocol(patroni: string): boolean {
  const version = /\d+\.\d+\.\d+/.exec(execFileSync(patroni, ['--version'], { encoding: 'utf8' }))?.[0] ?? ''
  return version.localeCompare('3.0.3', 'en', { numeric: true }) < 0
}

/** Starts etcd and the nodes, and creates the servers' database. */
export async function startCluster(network: Network) {
  const { paths, home } = network
  const isOld = needsOldProtocol(paths.patroni)
  const [etcd, peer] = [`${GATEWAY}:2379`, `http://${GATEWAY}:2380`]
  await network.start('etcd', [
    paths.etcd,
    ...`--name drill --data-dir ${join(home, 'etcd')} --initial-cluster drill=${peer}`.split(' '),
    ...`--listen-client-urls http://${etcd} --advertise-client-urls http://${etcd}`.split(' '),
    ...`--listen-peer-urls ${peer} --initial-advertise-peer-urls ${peer}`.split(' '),
    ...(isOld ? ['--enable-v2=true'] : []),
  ])
  await waitFor('etcd', 30, async () => (await fetch(`http://${etcd}/health`)).ok)

  const nodes = [1, 2, 3].map((number): Node => {
    const name = `db${number}`
    return { name, host: hostAt(20 + number), data: join(home, name) }
  })
  const config = network.write('patroni.yml')
  /** Starts PostgreSQL under Patroni on a node; a killed node continues with its data. */
  const start = async (node: Node) => {
    // deploy/patroni.env is of the first node.
    const ofNode = Object.entries(network.envOf('patroni.env')).map(([name, value]) => {
      return [name, value?.replace(nodes[0]!.host, node.host)]
    })
    node.patroni = await network.start(node.name, [paths.patroni, config], {
      ...Object.fromEntries(ofNode),
      HOME: home,
      PATRONI_NAME: node.name,
      PATRONI_POSTGRESQL_DATA_DIR: node.data,
      PATRONI_POSTGRESQL_BIN_DIR: dirname(paths.postgres),
      PATRONI_POSTGRESQL_PGPASS: `${node.data}.pgpass`,
      PATRONI_ETCD3_HOSTS: isOld ? undefined : etcd,
      PATRONI_ETCD_HOSTS: isOld ? etcd : undefined,
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
  /** The members, according to the first node that answers: any node knows them. */
  const readMembers = () =>
    Promise.any(
      nodes.map(async ({ host }) => {
        const answer = await fetch(`http://${host}:8008/cluster`, { signal: AbortSignal.timeout(3_000) })
        return ((await answer.json()) as { members: Member[] }).members
      }),
    )
  const primary = async (): Promise<Node> => {
    const leader = (await readMembers()).find(({ role, state }) => role === 'leader' && state === 'running')
    const node = nodes.find(({ name }) => name === leader?.name)
    if (!node) throw new Error('El clúster no tiene primario')
    return node
  }
  const asSuperuser = ({ host }: Node, text: string) => query(databaseUrl(`${host}:5432`, 'postgres'), text)
  /** Waits until there is a primary and two replicas follow it, one of them synchronously. */
  const waitUntilWhole = () => {
    const look = async () => {
      const [members, leader] = [await readMembers(), await primary()]
      const followers = await asSuperuser(leader, FOLLOWERS)
      const isSynchronous = members.some(({ role }) => role === 'sync_standby')
      return members.length === nodes.length && followers.length === 2 && isSynchronous && leader
    }
    return waitFor('el clúster entero', WHOLE_SECONDS, look, 250)
  }

  network.atEnd(() => Promise.all(nodes.map(killNode)))
  for (const node of nodes) await start(node)
  const leader = await waitUntilWhole()
  await asSuperuser(leader, `create role botica login password '${PASSWORD}'`)
  await asSuperuser(leader, 'create database botica owner botica')
  return {
    start,
    killNode,
    killPostmaster: async () => process.kill(postmasterOf((await primary()).data), 'SIGKILL'),
    signalPostgres,
    primary,
    waitUntilWhole,
    async switchover() {
      const { name, host } = await primary()
      const answer = await fetch(`http://${host}:8008/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`patroni:${PASSWORD}`)}` },
        body: JSON.stringify({ leader: name }),
        signal: AbortSignal.timeout(60_000),
      })
      if (!answer.ok) throw new Error(`Patroni: ${answer.status} ${await answer.text()}`)
    },
  }
}
