import { execFile } from 'node:child_process'
import { link, lstat, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The file that records the path of the link from DATA_DIR to the database. */
const OWNER_FILE = 'data-dir'
/** A hard link to the link in DATA_DIR. Its link count shows whether the one in DATA_DIR still exists, wherever DATA_DIR is moved. */
const COUNTED_LINK = 'data-dir.link'

/** Records the link to a database outside of DATA_DIR in the database's folder; at each start, because DATA_DIR may have been copied. */
export async function recordOwner(entry: string, data: string): Promise<void> {
  const folder = dirname(data)
  for (const name of [OWNER_FILE, COUNTED_LINK]) await rm(join(folder, name), { force: true })
  // `wx` follows no link: PostgreSQL's account owns the folder, while this process is root.
  await writeFile(join(folder, OWNER_FILE), entry, { flag: 'wx' })
  // Hard links can't span file systems: such a database is never removed automatically.
  await link(entry, join(folder, COUNTED_LINK)).catch(() => {})
}

/**
 * Removes stopped databases whose DATA_DIR was removed, and logs those whose DATA_DIR may still exist.
 *
 * @param shared the folder of these databases
 */
export async function removeOrphans(shared: string, log: (text: string) => void): Promise<void> {
  const uncertain: string[] = []
  for (const name of await readdir(shared)) {
    const folder = join(shared, name)
    const data = join(folder, 'postgres')
    // Not a database: a copy of the binaries, or a database that is being created.
    if (!(await lstat(join(data, 'PG_VERSION')).catch(() => undefined))) continue
    const owner = await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => undefined)
    if (owner && (await realpath(owner).catch(() => undefined)) === data) continue
    const counted = await lstat(join(folder, COUNTED_LINK)).catch(() => undefined)
    if (counted && counted.nlink > 1) continue
    if (!counted) uncertain.push(owner ? `${folder} (era de ${dirname(owner)})` : folder)
    else if (await removeUnlessLocked(folder, data))
      log(`Se eliminó la base de datos ${folder}: su DATA_DIR (${dirname(owner ?? '')}) ya no existe.`)
  }
  if (uncertain.length > 0)
    log(`Puede que estas bases de datos ya no se usen; si es así, elimínalas: ${uncertain.join(', ')}`)
}

/** Removes a folder unless PostgreSQL's processes hold its lock (process.ts). Without flock, nothing is removed. */
const removeUnlessLocked = (folder: string, data: string): Promise<boolean> =>
  run('flock', ['-n', join(data, 'botica.lock'), 'rm', '-rf', folder]).then(
    () => true,
    () => false,
  )
