import { percentile } from '../drills/percentile.ts'
import { cpuOf } from '../drills/processes.ts'
import { type Answer, HttpConnection } from './http-connection.ts'

export const CONNECTIONS = 32

/** A server under load: its address, and the process whose CPU is measured. */
export type Server = { url: string; pid: number }

/** Does one unit of a workload and returns its milliseconds. */
export type Work = (connection: HttpConnection, number: number, visitor: number) => Promise<number>

/** The figures of one turn on a server. CPU is in milliseconds per unit of work: of the server, of PostgreSQL, and of the load itself. */
export type Turn = {
  done: number
  rate: number
  p50: number
  p99: number
  serverCpu: number
  databaseCpu: number | null
  loadCpu: number
}

/** The customer for a visitor and a turn; no other connection uses the same one. */
export const customerOf = <Customer>(customers: Customer[], visitor: number, turn: number): Customer =>
  customers[(visitor + CONNECTIONS * turn) % customers.length]!

/** Makes a unit of work of one request. Any answer but a success ends the run. */
export const single =
  (request: (number: number, visitor: number) => Parameters<HttpConnection['send']>[0]): Work =>
  async (connection, number, visitor) => {
    const sent = request(number, visitor)
    const before = performance.now()
    const answer = await connection.send(sent)
    requireSuccess(sent.path, answer)
    return performance.now() - before
  }

export function requireSuccess(path: string, { status, body }: Answer) {
  if (status < 200 || status > 299) throw new Error(`${path} was answered with ${status}: ${body}`)
}

/**
 * Loads a server with {@link CONNECTIONS} visitors for some seconds.
 *
 * @param numbers source of the units' numbers
 * @param postmaster the process of PostgreSQL, if it runs on this machine
 */
export async function drive(
  server: Server,
  work: Work,
  { seconds, numbers, postmaster }: { seconds: number; numbers: () => number; postmaster?: number },
): Promise<Turn> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => HttpConnection.open(server.url)),
  )
  const times: number[] = []
  const cpu = () => [cpuOf(server.pid), postmaster ? cpuOf(postmaster) : 0, ownCpu()] as const
  const before = cpu()
  const started = performance.now()
  const end = started + seconds * 1000
  try {
    await Promise.all(
      connections.map(async (connection, visitor) => {
        while (performance.now() < end) times.push(await work(connection, numbers(), visitor))
      }),
    )
  } finally {
    for (const connection of connections) connection.close()
  }
  const elapsed = performance.now() - started
  const [serverCpu, databaseCpu, loadCpu] = cpu().map((now, at) => (now - before[at]!) / times.length)
  return {
    done: times.length,
    rate: (times.length / elapsed) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    serverCpu: serverCpu!,
    databaseCpu: postmaster ? databaseCpu! : null,
    loadCpu: loadCpu!,
  }
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The median of each figure of several turns. */
export function medianOf(turns: Turn[]): Turn {
  const of = <Key extends keyof Turn>(key: Key) =>
    percentile(
      turns.map((turn) => turn[key] ?? 0),
      0.5,
    )
  return {
    done: turns.reduce((sum, { done }) => sum + done, 0),
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: turns[0]!.databaseCpu === null ? null : of('databaseCpu'),
    loadCpu: of('loadCpu'),
  }
}
