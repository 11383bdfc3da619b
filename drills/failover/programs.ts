/** The programs of the failover drill, the account that they run as, and the files of deploy/ that they read. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endProgram, startProgram } from '../processes.ts'
import type { Drill } from '../run-drill.ts'

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
  const pathOf = (name: string) => folders.map((folder) => join(folder, name)).find(existsSync)
  const found = Object.keys(PACKAGES).map((name) => [name, pathOf(name)] as const)
  const missing = Object.entries(PACKAGES).flatMap(([name, debian]) => (pathOf(name) ? [] : [debian]))
  return { programs: Object.fromEntries(found) as typeof PACKAGES, missing }
}

/**
 * Whether this Patroni has to speak etcd's older protocol: before 3.0.3 a replaced primary overwrites its successor's lock by the newer
 * protocol (deploy/patroni.env).
 */
export function needsOldProtocol(patroni: string): boolean {
  const version =
    /\d+\.\d+\.\d+/.exec(execFileSync(patroni, ['--version'], { encoding: 'utf8' }))?.[0] ?? '0.0.0'
  return version.localeCompare('3.0.3', 'en', { numeric: true }) < 0
}

const DEPLOY = join(import.meta.dirname, '../../deploy')
export const DATABASE = 'botica'
/** The password of all roles. The cluster lives for minutes and on 127.0.0.1 only. */
export const PASSWORD = 'clave-del-simulacro'
export const databaseUrl = (port: number, user = DATABASE, database = DATABASE) =>
  `postgresql://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`

export type Stand = ReturnType<typeof openStand>

/**
 * Starts the drill's programs. PostgreSQL refuses to run as root: for root, the programs run as PostgreSQL's account. They end with the
 * drill.
 */
export function openStand(programs: typeof PACKAGES, { folder, atEnd }: Drill) {
  const idOf = (what: string) => Number(execFileSync('id', [what, 'postgres']))
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  /** Where the programs write. */
  const home = join(folder, 'programas')
  mkdirSync(home, { mode: 0o700 })
  if (account) chownSync(home, account.uid, account.gid)
  return {
    programs,
    atEnd,
    home,
    /** Writes a file for the programs, by default the one of deploy/, which their account may not be able to read. */
    write(name: string, text = readFileSync(join(DEPLOY, name), 'utf8')): string {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    },
    async start(name: string, command: string[], env = {}) {
      const started = await startProgram({ folder, name }, command, { ...account, cwd: '/', env })
      atEnd(() => endProgram(started, () => started.kill('SIGTERM'), 5))
      return started
    },
  }
}

/** pgbouncer's file of deploy/ with values filled into its settings; each has to be there. */
export function fillPooler(values: Record<string, string>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => {
      const line = new RegExp(`^${name.replace('*', '\\*')} = .*$`, 'm')
      if (!line.test(text)) throw new Error(`deploy/pgbouncer.ini no tiene ${name}`)
      return text.replace(line, () => `${name} = ${value}`)
    },
    readFileSync(join(DEPLOY, 'pgbouncer.ini'), 'utf8'),
  )
}
