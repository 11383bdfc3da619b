/** The programs around the servers: HAProxy and pgbouncer with the files of deploy/, and an S3-compatible image store. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { endProgram } from '../processes.ts'
import { waitFor } from '../run-drill.ts'
import { DATABASE, fillPooler, PASSWORD, type Stand } from './programs.ts'

type Addresses = Record<'shop' | 'primary' | 'replicas', number> &
  Record<'apps' | 'postgres' | 'rest', number[]>

/** The most seconds that an old process stays after a reload: `hard-stop-after` of the configuration, and some more. */
const RELOAD_SECONDS = 45

/** Starts HAProxy in front of the servers and of PostgreSQL. */
export async function startBalancer(
  stand: Stand,
  { shop, primary, replicas, apps, postgres, rest }: Addresses,
) {
  const home = stand.makeFolder('haproxy')
  const socket = join(home, 'admin.sock')
  // Replaces the global section of Debian's own configuration.
  const own = `global\n  stats socket ${socket} mode 600 level admin\n  maxconn 1000\n`
  const local = (port: number) => `127.0.0.1:${port}`
  const numbered = (name: string, values: (string | number)[]) =>
    Object.fromEntries(values.map((value, at) => [name.replace('N', String(at + 1)), String(value)]))
  const haproxy = await stand.start({
    name: 'haproxy',
    command: stand.programs.haproxy,
    args: ['-W', '-f', stand.write(join(home, 'global.cfg'), own), '-f', stand.deployed('haproxy.cfg')],
    // The variables of deploy/haproxy.env.
    env: {
      BOTICA_BIND: local(shop),
      BOTICA_PRIMARY_BIND: local(primary),
      BOTICA_REPLICA_BIND: local(replicas),
      ...numbered('BOTICA_APP_N', apps.map(local)),
      ...numbered('BOTICA_DB_N', postgres.map(local)),
      ...numbered('BOTICA_DB_N_CHECK', rest),
    },
  })
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
      await waitFor('el fin del HAProxy anterior', RELOAD_SECONDS, () => !existsSync(`/proc/${old}`), 250)
    },
  }
}

/** Starts pgbouncer on a port, in front of the primary's port. */
export async function startPooler(stand: Stand, { port, primary }: { port: number; primary: number }) {
  const home = stand.makeFolder('pgbouncer')
  const settings = fillPooler({
    botica: `host=127.0.0.1 port=${primary} dbname=${DATABASE}`,
    '*': `host=127.0.0.1 port=${primary}`,
    listen_port: String(port),
    auth_file: stand.write(join(home, 'userlist.txt'), `"${DATABASE}" "${PASSWORD}"\n`),
    logfile: join(home, 'pgbouncer.log'),
    pidfile: join(home, 'pgbouncer.pid'),
  })
  const args = [stand.write(join(home, 'pgbouncer.ini'), settings)]
  await stand.start({ name: 'pgbouncer', command: stand.programs.pgbouncer, args })
}

/** Starts the image store, which can be killed and started again on the same folder. It accepts one pair of keys. */
export async function startImageStore(stand: Stand, port: number) {
  const program = join(import.meta.dirname, '../../node_modules/s3rver/bin/s3rver.js')
  const options = `-a 127.0.0.1 -p ${port} -s --configure-bucket botica -d ${stand.makeFolder('imagenes')}`
  let running: ChildProcess
  const start = async () => {
    const args = [program, ...options.split(' ')]
    // By the drill's own account: PostgreSQL's may not read Node's packages.
    running = await stand.start({ name: 's3', command: process.execPath, args, account: undefined })
    await waitFor('el almacén S3', 30, async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket.destroy()
    })
  }
  await start()
  return {
    start,
    kill: () => endProgram(running, () => running.kill('SIGKILL')),
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'botica',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
  }
}
