/** Free ports, and signals, CPU and memory of running processes, from /proc: those only on Linux. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A file of /proc about a process; empty for a process that ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The processes that a process has started. */
export const childrenOf = (pid: number): number[] =>
  read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** The ids of the process and of all processes below it, parents first. */
const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** Sends the signal to the process and to all below it, parents first so that no parent starts another child meanwhile. */
export function signalTree(pid: number, signal: NodeJS.Signals) {
  for (const one of treeOf(pid)) {
    try {
      process.kill(one, signal)
    } catch {
      // The process ended meanwhile.
    }
  }
}

/** The process id of the PostgreSQL on a data folder, from its process file. */
export function postmasterOf(data: string): number {
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  if (!Number(pid)) throw new Error(`${data}/postmaster.pid names no process`)
  return Number(pid)
}

/** CPU milliseconds of a process and all its descendants, ended ones included, at 100 clock ticks a second as on every Linux of today. */
export function cpuOf(pid: number): number {
  // After the name, which may hold anything: user and system time of the process and of its ended children.
  const ticks = treeOf(pid).flatMap((one) => read(one, 'stat').split(') ').at(-1)!.split(' ').slice(11, 15))
  return ticks.reduce((sum, ticks) => sum + Number(ticks), 0) * 10
}

/** The memory of a process in MB. */
export const memoryOf = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1]) / 1_024)
