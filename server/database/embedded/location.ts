import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { OperatorError } from '../../operator-error.ts'
import { type Account, canEnter, findAccount, isRoot } from './account.ts'

/** The folder for databases of root: permanent, outside all homes, and reachable for PostgreSQL's account. */
const SHARED_FOLDER = '/var/lib/botica'

export interface Location {
  /** PostgreSQL's data folder, which may not exist yet. */
  data: string
  account: Account | undefined
  /** The folder for a copy of the binaries. */
  copies: string
}

/** Finds the data folder: `DATA_DIR/postgres`, or its target if it is a link. */
export async function findLocation(dataDir: string, log: (text: string) => void): Promise<Location> {
  await mkdir(dataDir, { recursive: true })
  const home = await realpath(dataDir)
  const copies = isRoot ? SHARED_FOLDER : resolve(home, 'programs')
  const entry = join(home, 'postgres')

  if (lstatSync(entry, { throwIfNoEntry: false })) {
    const data = await realpath(entry).catch(() => {
      throw new OperatorError(
        `${entry} apunta a una carpeta que ya no existe: recupérala, o elimina ese enlace.`,
      )
    })
    const account = findAccount(data)
    if (!canEnter(dirname(data), account)) {
      throw new OperatorError(
        `El usuario ${account?.name ?? 'actual'} no puede entrar en ${dirname(data)}, donde está la base de datos: ` +
          'dale permiso de paso (chmod o+x) en cada carpeta de esa ruta, o indica otra carpeta en DATA_DIR.',
      )
    }
    if (data !== entry) log(`La base de datos está en ${data}`)
    return { data, account, copies }
  }

  const account = findAccount(undefined)
  if (canEnter(home, account)) return { data: entry, account, copies }
  const data = await createOutside(entry, account)
  log(`El usuario ${account?.name} no puede entrar en ${home}: la base de datos está en ${data}`)
  return { data, account, copies }
}

/** Creates the data folder in the shared folder, with a link to it from `entry`. */
async function createOutside(entry: string, account: Account | undefined): Promise<string> {
  await mkdir(SHARED_FOLDER, { recursive: true })
  await chmod(SHARED_FOLDER, 0o755)
  const project = basename(dirname(dirname(entry))).replace(/[^\w-]+/g, '-') || 'data'
  const outside = await mkdtemp(join(SHARED_FOLDER, `${project}-`))
  await makePrivate(outside, account)
  const data = join(outside, 'postgres')
  await mkdir(data, { mode: 0o700 })
  await makePrivate(data, account)
  try {
    await symlink(data, entry)
    return data
  } catch (error) {
    // A parallel first start has made the link meanwhile: use its folder.
    await rm(outside, { recursive: true })
    if (!existsSync(entry)) throw error
    return realpath(entry)
  }
}

/** Makes the account the only one with access to the folder, whatever the umask is. */
export async function makePrivate(folder: string, account: Account | undefined): Promise<void> {
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
}

/** Makes a folder of mode 700 for the socket: beside the data, unless that path is too long for a socket. */
export async function makeSocketFolder({ data, account }: Location): Promise<string> {
  const besideData = join(dirname(data), 'socket')
  if (fitsSocket(besideData)) {
    await mkdir(besideData, { recursive: true })
    await makePrivate(besideData, account)
    return besideData
  }
  const roots = [tmpdir(), '/tmp'].filter(
    (root) => fitsSocket(join(root, 'botica-012345678901')) && canEnter(root, account),
  )
  const root = roots[0] ?? '/tmp'
  const named = join(root, `botica-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  await mkdir(named).catch(() => {})
  const found = await lstat(named)
  // Anyone can create this name in a shared folder: it is used only if this process or the account owns it.
  const isOwn = found.isDirectory() && [process.getuid?.(), account?.uid].includes(found.uid)
  const folder = isOwn ? named : await mkdtemp(join(root, 'botica-'))
  await makePrivate(folder, account)
  return folder
}

/** Socket paths are limited to some 100 bytes. */
const fitsSocket = (folder: string) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) < 100
