/** HAProxy with `deploy/haproxy.cfg`, in front of the servers and of PostgreSQL. */
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Started, startProgram } from '../child-process.ts'
import { waitFor } from '../wait-for.ts'
import { deployed, makeFolder, type Stand } from './stand.ts'

type Addresses = {
  shop: number
  primary: number
  replicas: number
  apps: number[]
  postgres: number[]
  rest: number[]
}

/** The most seconds that an old process stays after a reload: `hard-stop-after` of the configuration, and some more. */
const RELOAD_SECONDS = 45

export class Balancer {
  readonly #haproxy: Started
  readonly #socket: string

  constructor(haproxy: Started, socket: string) {
    this.#haproxy = haproxy
    this.#socket = socket
  }

  /** Waits until HAProxy reports a server, `app1` to `app3`, as up or down. */
  async waitForState(server: string, state: 'UP' | 'DOWN') {
    await waitFor(async () => (await this.#states()).get(`servers/${server}`)?.startsWith(state), {
      what: `${server} ${state} en HAProxy`,
      seconds: 30,
    })
  }

  /** Reloads HAProxy's configuration, and waits for the end of the old process. */
  async reload() {
    const old = await this.#worker()
    this.#haproxy.kill('SIGUSR2')
    await waitFor(async () => (await this.#worker()) !== old, { what: 'el HAProxy nuevo', seconds: 10 })
    await waitFor(() => !isAlive(old), {
      what: 'el fin del HAProxy anterior',
      seconds: RELOAD_SECONDS,
      every: 250,
    })
  }

  async #worker(): Promise<number> {
    return Number(/^Pid: (\d+)/m.exec(await this.#ask('show info'))?.[1])
  }

  /** Reads the servers' states, keyed by `backend/server`. */
  async #states(): Promise<Map<string, string>> {
    const lines = (await this.#ask('show stat')).split('\n').map((line) => line.split(','))
    return new Map(lines.map((fields) => [`${fields[0]}/${fields[1]}`, fields[17] ?? '']))
  }

  async #ask(command: string): Promise<string> {
    const socket = connect(this.#socket)
    socket.end(`${command}\n`)
    let answer = ''
    for await (const chunk of socket) answer += chunk
    return answer
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function startBalancer(stand: Stand, addresses: Addresses): Promise<Balancer> {
  const home = makeFolder(stand, 'haproxy')
  const socket = join(home, 'admin.sock')
  // Replaces the global section of Debian's own configuration.
  const own = join(home, 'global.cfg')
  writeFileSync(own, `global\n  stats socket ${socket} mode 600 level admin\n  maxconn 1000\n`, {
    mode: 0o644,
  })
  const numbered = (name: string, values: (string | number)[]) =>
    Object.fromEntries(values.map((value, at) => [name.replace('N', String(at + 1)), String(value)]))
  const local = (port: number) => `127.0.0.1:${port}`
  const haproxy = await startProgram({
    name: 'haproxy',
    command: stand.programs.haproxy,
    args: ['-W', '-f', own, '-f', deployed(stand, 'haproxy.cfg')],
    logs: stand.logs,
    account: stand.account,
    cwd: '/',
    // The variables of deploy/haproxy.env.
    env: {
      BOTICA_BIND: local(addresses.shop),
      BOTICA_PRIMARY_BIND: local(addresses.primary),
      BOTICA_REPLICA_BIND: local(addresses.replicas),
      ...numbered('BOTICA_APP_N', addresses.apps.map(local)),
      ...numbered('BOTICA_DB_N', addresses.postgres.map(local)),
      ...numbered('BOTICA_DB_N_CHECK', addresses.rest),
    },
  })
  stand.atEnd(() => haproxy.stop(5))
  return new Balancer(haproxy, socket)
}
