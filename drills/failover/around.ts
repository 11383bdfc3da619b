/** The programs around the servers: HAProxy and pgbouncer with the files of deploy/. */
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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
  const socket = join(stand.home, 'haproxy.sock')
  // Replaces the global section of Debian's own configuration.
  const own = `global\n  stats socket ${socket} mode 600 level admin\n  maxconn 1000\n`
  const local = (port: number) => `127.0.0.1:${port}`
  const numbered = (name: string, values: (string | number)[]) =>
    Object.fromEntries(values.map((value, at) => [name.replace('N', String(at + 1)), String(value)]))
  const files = ['-f', stand.write('global.cfg', own), '-f', stand.write('haproxy.cfg')]
  // The variables of deploy/haproxy.env.
  const haproxy = await stand.start('haproxy', [stand.programs.haproxy, '-W', ...files], {
    BOTICA_BIND: local(shop),
    BOTICA_PRIMARY_BIND: local(primary),
    BOTICA_REPLICA_BIND: local(replicas),
    ...numbered('BOTICA_APP_N', apps.map(local)),
    ...numbered('BOTICA_DB_N', postgres.map(local)),
    ...numbered('BOTICA_DB_N_CHECK', rest),
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
  const settings = fillPooler({
    botica: `host=127.0.0.1 port=${primary} dbname=${DATABASE}`,
    '*': `host=127.0.0.1 port=${primary}`,
    listen_port: String(port),
    auth_file: stand.write('userlist.txt', `"${DATABASE}" "${PASSWORD}"\n`),
    logfile: join(stand.home, 'pgbouncer.log'),
    pidfile: join(stand.home, 'pgbouncer.pid'),
  })
  await stand.start('pgbouncer', [stand.programs.pgbouncer, stand.write('pgbouncer.ini', settings)])
}
