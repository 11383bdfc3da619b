/** Signals for a process and all that it started, by their ids. */
import { readdirSync, readFileSync } from 'node:fs'

/** The ids of all processes below this one, the process itself first. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // The name in parentheses may hold anything; the parent is the second field after it.
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
      parents.set(Number(name), Number(parent))
    } catch {
      // A process that ended meanwhile.
    }
  }
  const tree = [pid]
  for (const known of tree) {
    for (const [child, parent] of parents) if (parent === known) tree.push(child)
  }
  return tree
}

/** Sends the signal to the process and to all below it, parents first so that none starts another one meanwhile. */
export function signalTree(pid: number, signal: NodeJS.Signals) {
  for (const one of processTree(pid)) {
    try {
      process.kill(one, signal)
    } catch {
      // It ended meanwhile.
    }
  }
}

/** The process of the PostgreSQL that runs on a data folder, by the file that it keeps there. */
export function postmasterOf(data: string): number {
  const [pid] = readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')
  if (!Number(pid)) throw new Error(`${data}/postmaster.pid names no process`)
  return Number(pid)
}
