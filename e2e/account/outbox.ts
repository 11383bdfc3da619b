import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '../shop.ts'

/** Waits for a mail to this address that contains `part`, and returns its decoded source. */
export async function mailTo(dataDir: string, address: string, part: RegExp): Promise<string> {
  const folder = join(dataDir, 'outbox')
  let found: string | undefined
  await expect
    .poll(
      async () => {
        const files = await readdir(folder).catch(() => [])
        // Files with another ending are still being written.
        const names = files.filter((name) => name.endsWith('.eml'))
        const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
        // A recipient without a name has no angle brackets.
        const isTo = (mail: string) => mail.includes(`<${address}>`) || mail.includes(`To: ${address}`)
        found = mails.map(decode).find((mail) => isTo(mail) && part.test(mail))
        return found !== undefined
      },
      { message: `a mail to ${address}`, timeout: 20_000 },
    )
    .toBe(true)
  return found!
}

/** Decodes quoted-printable, as far as addresses and links need it. */
const decode = (source: string) => source.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
