/** The programs of the failover drill: found, or installed from Debian's packages without their services. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Programs = {
  etcd: string
  patroni: string
  haproxy: string
  pgbouncer: string
  /** The folder of PostgreSQL's programs. */
  postgres: string
}

/**
 * Whether this Patroni has to speak etcd's older protocol: before 3.0.3 a replaced primary overwrites its successor's lock by the newer
 * protocol (deploy/patroni.env).
 */
export function needsOldProtocol(patroni: string): boolean {
  const { stdout } = spawnSync(patroni, ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0, patch = 0] = (/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '').split('.').map(Number)
  return major < 3 || (major === 3 && minor === 0 && patch < 3)
}

const PACKAGES = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql',
}
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/sbin']
const POSTGRES = '/usr/lib/postgresql'
const OLDEST_POSTGRES = 15
/** Debian asks this program whether a package may start its service. */
const POLICY = '/usr/sbin/policy-rc.d'

/** Finds the programs and installs missing ones; where it can't, throws an error that names the packages. */
export function findPrograms(): Programs {
  const missing = look().missing
  if (missing.length > 0) install(missing)
  const { found, missing: still } = look()
  if (still.length > 0) throw new Error(howTo(still))
  return found
}

function look() {
  const found = {
    etcd: onPath('etcd'),
    patroni: onPath('patroni'),
    haproxy: onPath('haproxy'),
    pgbouncer: onPath('pgbouncer'),
    postgres: newestPostgres(),
  }
  const missing = Object.entries(found).flatMap(([name, path]) =>
    path ? [] : [PACKAGES[name as keyof Programs]],
  )
  return { found: found as Programs, missing }
}

const onPath = (name: string) => FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path))

function newestPostgres(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : []
  const newest = Math.max(
    0,
    ...versions.filter((version) => existsSync(`${POSTGRES}/${version}/bin/postgres`)),
  )
  return newest >= OLDEST_POSTGRES ? `${POSTGRES}/${newest}/bin` : undefined
}

const howTo = (packages: string[]) =>
  'El simulacro necesita etcd 3.4, Patroni 3, HAProxy 2.6, pgbouncer 1.18 y PostgreSQL 15, o posteriores. ' +
  `En Debian 12 o posterior, como root:\n  apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`

function install(packages: string[]) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(howTo(packages))
  console.log(`Instalando ${packages.join(', ')}…`)
  // No service of a package may start, now or at the next boot: the drill starts its own processes.
  const forbid = !existsSync(POLICY)
  if (forbid) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    if (!apt('update') || !apt('install', '-y', '--no-install-recommends', ...packages))
      throw new Error(howTo(packages))
  } finally {
    if (forbid) rmSync(POLICY)
  }
  if (existsSync('/run/systemd/system')) {
    const services = packages.map((name) => (name === 'etcd-server' ? 'etcd' : name))
    spawnSync('systemctl', ['disable', '--now', ...services], { stdio: 'ignore' })
  }
}
