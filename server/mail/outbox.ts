import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of the mails that no mail server sends: one `.eml` file each, named after its cause. */
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox')

const DAY = 24 * 60 * 60 * 1000

/** A mail, or the part of one that a killed server left. */
const MAIL_FILE = /\.eml(\.part)?$/

/**
 * Removes mails older than a number of days.
 *
 * @returns how many were removed
 */
export async function expireOutbox(dataDir: string, days: number): Promise<number> {
  const end = Date.now() - days * DAY
  return removeMails(dataDir, async (path) => (await stat(path)).mtimeMs < end)
}

/**
 * Removes the mails to and about a person.
 *
 * @param email the person's address, in lower case: it is in the header of each mail to them or to be answered to them. Null: only
 *   the causes count
 * @param causes of further mails, such as those about the person's orders with another address
 * @returns how many were removed
 */
export async function removePersonsMails(
  dataDir: string,
  { email, causes }: { email: string | null; causes: string[] },
): Promise<number> {
  return removeMails(dataDir, async (path) => {
    if (causes.some((cause) => path.includes(`-${cause}.eml`))) return true
    if (email === null) return false
    const [header = ''] = (await readFile(path, 'utf8')).split(/\r?\n\r?\n/, 1)
    return addressesIn(header).includes(email)
  })
}

/** The addresses in a mail's header, in lower case. Long lines continue on the next one, which begins with a space. */
const addressesIn = (header: string): string[] =>
  header
    .replace(/\r?\n[ \t]+/g, ' ')
    .toLowerCase()
    .split(/[\s<>,;"]+/)

async function removeMails(dataDir: string, chosen: (path: string) => Promise<boolean>): Promise<number> {
  const folder = outboxFolder(dataDir)
  let removed = 0
  for (const name of await readdir(folder).catch(unlessMissing([]))) {
    const path = join(folder, name)
    if (!MAIL_FILE.test(name) || !(await chosen(path).catch(unlessMissing(false)))) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/** Another server may remove the same file, and a `.part` file is renamed when it is complete. */
const unlessMissing =
  <Value>(instead: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
