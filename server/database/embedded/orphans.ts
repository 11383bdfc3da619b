import { execFile } from 'node:child_process'
import { link, lstat, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The file with the path of the link that leads to the database from DATA_DIR. */
const OWNER_FILE = 'data-dir'
/** A second hard link of that link: the file system counts the first one wherever DATA_DIR is moved to. */
const COUNTED_LINK = 'data-dir.link'

/** Records, in the folder of a database outside of DATA_DIR, the link that leads to it. At each start: DATA_DIR may have been copied. */
export async function recordOwner(entry: string, data: string): Promise<void> {
  const folder = dirname(data)
  for (const name of [OWNER_FILE, COUNTED_LINK]) await rm(join(folder, name), { force: true })
  // `wx` follows no link: the folder is PostgreSQL's account's, and this process is root.
  await writeFile(join(folder, OWNER_FILE), entry, { flag: 'wx' })
  // Impossible between two file systems: that database is then never removed by itself.
  await link(entry, join(folder, COUNTED_LINK)).catch(() => {})
}

/**
 * Removes the databases outside of DATA_DIR whose DATA_DIR was removed, and names those of which that isn't certain. A database
 * that runs is left alone.
 *
 * @param shared the folder of these databases
 */
export async function removeOrphans(shared: string, log: (text: string) => void): Promise<void> {
  const uncertain: string[] = []
  for (const name of await readdir(shared)) {
    const folder = join(shared, name)
    const data = join(folder, 'postgres')
    // A copy of the programs, or a database that is being created.
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

/** By the lock that PostgreSQL's processes hold (process.ts). Where flock is missing, nothing is removed. */
const removeUnlessLocked = (folder: string, data: string): Promise<boolean> =>
  run('flock', ['-n', join(data, 'botica.lock'), 'rm', '-rf', folder]).then(
    () => true,
    () => false,
  )
