/** The programs of the failover drill, the account that they run as, and the files of deploy/ that they read. */
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { endProgram, type Program, startProgram } from '../processes.ts'
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

export function findPrograms() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : []
  // PostgreSQL's folder comes first: elsewhere may be links to some of its programs only.
  const folders = [`${POSTGRES}/${Math.max(0, ...versions)}/bin`, '/usr/local/bin', '/usr/bin', '/usr/sbin']
  const programs = { ...PACKAGES }
  const missing: string[] = []
  for (const name of Object.keys(PACKAGES) as (keyof typeof PACKAGES)[]) {
    const path = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (path) programs[name] = path
    else missing.push(PACKAGES[name])
  }
  /** The paths of the programs, and the packages of missing ones. */
  return { programs, missing }
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
 * Starts the drill's programs and writes their files. PostgreSQL refuses to run as root: for root, both belong to PostgreSQL's
 * account. The programs end with the drill.
 */
export function openStand(programs: typeof PACKAGES, { folder, atEnd }: Drill) {
  const idOf = (what: string) => Number(execFileSync('id', [what, 'postgres']))
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  const own = (path: string) => {
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }
  return {
    programs,
    atEnd,
    /** Makes a folder that only the account can read. */
    makeFolder(name: string): string {
      mkdirSync(join(folder, name), { mode: 0o700 })
      return own(join(folder, name))
    },
    /** Writes a file that only the account can read. */
    write(path: string, text: string): string {
      writeFileSync(path, text, { mode: 0o600 })
      return own(path)
    },
    /** Copies a file of deploy/ to where the account can read it. */
    deployed(file: string): string {
      copyFileSync(join(DEPLOY, file), join(folder, file))
      return join(folder, file)
    },
    async start(program: Omit<Program, 'folder'>) {
      const started = await startProgram({ account, cwd: '/', ...program, folder })
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

/** The variables that deploy/haproxy.cfg names and its .env file doesn't set. */
export function unsetVariables(): string[] {
  const names = readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8').matchAll(/\$\{(\w+)(?:\[\*\])?\}/g)
  const given = readFileSync(join(DEPLOY, 'haproxy.env'), 'utf8')
  return [...names].map(([, name]) => name!).filter((name) => !given.includes(`\n${name}=`))
}
