import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { type Account, accountFor, canEnter, isRoot } from './account.ts'

/** Where root keeps what PostgreSQL's account has to reach: outside of every home, and there after a restart. */
const commonGround = '/var/lib/botica'

export interface Place {
  /** PostgreSQL's data folder; it may not exist yet. */
  data: string
  account: Account | undefined
  /** Where a copy of the binaries may go. */
  spare: string
}

/**
 * `DATA_DIR/postgres`, or where that link leads. The link is what remembers a folder on common ground, so that
 * removing DATA_DIR is still how one starts anew.
 */
export async function findPlace(dataDir: string, log: (text: string) => void): Promise<Place> {
  await mkdir(dataDir, { recursive: true })
  const home = await realpath(dataDir)
  const spare = isRoot ? commonGround : resolve(home, 'programs')
  const entry = join(home, 'postgres')

  if (lstatSync(entry, { throwIfNoEntry: false })) {
    const data = await realpath(entry).catch(() => {
      throw new Error(`${entry} apunta a una carpeta que ya no existe: recupérala, o elimina ese enlace.`)
    })
    const account = accountFor(data)
    if (!canEnter(dirname(data), account)) {
      throw new Error(
        `El usuario ${account?.name ?? 'actual'} no puede entrar en ${dirname(data)}, donde está la base de datos: ` +
          'dale permiso de paso (chmod o+x) en cada carpeta de esa ruta, o indica otra carpeta en DATA_DIR.',
      )
    }
    if (data !== entry) log(`La base de datos está en ${data}`)
    return { data, account, spare }
  }

  const account = accountFor(undefined)
  if (canEnter(home, account)) return { data: entry, account, spare }
  const data = await settleOutside(entry, account)
  log(`El usuario ${account?.name} no puede entrar en ${home}: la base de datos está en ${data}`)
  return { data, account, spare }
}

async function settleOutside(entry: string, account: Account | undefined): Promise<string> {
  await mkdir(commonGround, { recursive: true })
  await chmod(commonGround, 0o755)
  const project = basename(dirname(dirname(entry))).replace(/[^\w-]+/g, '-') || 'data'
  const outside = await mkdtemp(join(commonGround, `${project}-`))
  await own(outside, account)
  const data = join(outside, 'postgres')
  await mkdir(data, { mode: 0o700 })
  await own(data, account)
  try {
    await symlink(data, entry)
    return data
  } catch (error) {
    // Another first start was quicker: its link counts.
    await rm(outside, { recursive: true })
    if (!existsSync(entry)) throw error
    return realpath(entry)
  }
}

/** Gives a folder to the account, closed to everyone else whatever the umask says. */
export async function own(folder: string, account: Account | undefined): Promise<void> {
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
}

/** A folder of mode 700 for the socket, beside the data unless its path is too long for a socket's address. */
export async function socketFolder({ data, account }: Place): Promise<string> {
  const beside = join(dirname(data), 'socket')
  if (fits(beside)) {
    await mkdir(beside, { recursive: true })
    await own(beside, account)
    return beside
  }
  const roots = [tmpdir(), '/tmp'].filter(
    (root) => fits(join(root, 'botica-012345678901')) && canEnter(root, account),
  )
  const root = roots[0] ?? '/tmp'
  const named = join(root, `botica-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  await mkdir(named).catch(() => {})
  const there = await lstat(named)
  // Anyone may create this name in a shared folder: use it only when it is a folder of ours.
  const ours = there.isDirectory() && [process.getuid?.(), account?.uid].includes(there.uid)
  const folder = ours ? named : await mkdtemp(join(root, 'botica-'))
  await own(folder, account)
  return folder
}

const fits = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) < 100
