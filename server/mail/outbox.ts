import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../files/if-missing.ts'

/** The folder for mails without a mail server: one `.eml` file per mail, named after its cause. */
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox')

const DAY = 24 * 60 * 60 * 1000

/** A mail's file, or the partial file of a killed server. */
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
 * @param email the person's address in lower case, to find in the headers; null: only by causes
 * @param causes of further mails, such as about the person's orders with another address
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

/** The addresses in a mail's header, in lower case. A line that begins with a space continues the previous one. */
const addressesIn = (header: string): string[] =>
  header
    .replace(/\r?\n[ \t]+/g, ' ')
    .toLowerCase()
    .split(/[\s<>,;"]+/)

async function removeMails(dataDir: string, chosen: (path: string) => Promise<boolean>): Promise<number> {
  const folder = outboxFolder(dataDir)
  let removed = 0
  for (const name of await readdir(folder).catch(ifMissing([]))) {
    const path = join(folder, name)
    if (!MAIL_FILE.test(name) || !(await chosen(path).catch(ifMissing(false)))) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
