/** Shared settings of the failover drill's parts: folders, the account that they run as, and the names of the database. */
import { chownSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Programs } from './debian-packages.ts'

export type Stand = {
  programs: Programs
  /** The drill's temporary folder. */
  folder: string
  logs: string
  /** The account for PostgreSQL and its companions when the drill runs as root, which PostgreSQL refuses. */
  account?: { uid: number; gid: number }
  atEnd: (end: () => Promise<unknown> | unknown) => void
}

export const DATABASE = 'botica'
/** The password of the database's owner. The cluster lives for minutes and on 127.0.0.1 only. */
export const PASSWORD = 'clave-del-simulacro'
const DEPLOY = join(import.meta.dirname, '../../deploy')

export const databaseUrl = (port: number, user = DATABASE, database = DATABASE) =>
  `postgresql://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`

export function openStand(programs: Programs, folder: string, atEnd: Stand['atEnd']): Stand {
  const logs = join(folder, 'logs')
  mkdirSync(logs)
  return { programs, folder, logs, account: accountOf('postgres'), atEnd }
}

function accountOf(name: string): Stand['account'] {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) throw new Error(`Este sistema no tiene el usuario ${name}`)
  const [, , uid, gid] = line.split(':').map(Number)
  return { uid: uid!, gid: gid! }
}

/** Makes a folder that only the account can read. */
export function makeFolder({ folder, account }: Stand, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
  return path
}

/** Copies a file of `deploy/` to where the account can read it. */
export function deployed({ folder }: Stand, file: string): string {
  const copy = join(folder, file)
  copyFileSync(join(DEPLOY, file), copy)
  return copy
}
