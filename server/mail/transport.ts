import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER, writeAtomically } from '../durable-files.ts'
import { buildMessage } from './build-message.ts'
import type { Person } from './mail-content.ts'
import { outboxFolder } from './outbox.ts'

/** A rendered mail, ready to send. */
export type OutgoingMail = {
  /** Letters, digits, dots and hyphens; the same each time this mail is sent. */
  name: string
  date: Date
  to: Person
  replyTo?: Person
  subject: string
  html: string
  text: string
}

export type Transport = {
  /** Resolves once the mail server or the disk has the mail; throws when it fails or is aborted. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>
  /** Removes the file of a mail whose person was erased while it was being sent. A delivered mail can't be taken back. */
  discard: (mail: OutgoingMail) => Promise<void>
  close: () => Promise<void>
}

const SECOND = 1_000

/** Mails that one server sends at the same time, each over its own connection. Mail providers allow about this many. */
export const PARALLEL_MAILS = 10

/** Mails go to `SMTP_URL`, or without it to files below `DATA_DIR/outbox`. */
export const openTransport = (config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Transport =>
  config.smtpUrl
    ? toServer(config.smtpUrl, config.mailFrom)
    : toFolder(outboxFolder(config.dataDir), config.mailFrom)

/** Loads nodemailer only with the first mail, so that the server starts faster. */
async function connectTo(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: PARALLEL_MAILS,
    // The table of mails has its own retries.
    maxRequeues: 0,
    dnsTimeout: 10 * SECOND,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    idleTimeout: 30 * SECOND,
  })
}

function toServer(url: string, from: Person): Transport {
  let connected: ReturnType<typeof connectTo> | undefined
  return {
    send: async (mail, signal) => {
      connected ??= connectTo(url)
      const smtp = await connected
      const raw = await buildMessage(mail, from)
      // The recipient in its own envelope: no name can add one.
      await smtp.sendMail({ raw, envelope: { from: from.address, to: [mail.to.address] }, signal })
    },
    discard: async () => {},
    close: async () => (await connected)?.close(),
  }
}

/** Each mail is one file. A mail that is sent again replaces its file. */
function toFolder(folder: string, from: Person): Transport {
  const pathOf = ({ date, name }: OutgoingMail) =>
    join(folder, `${date.toISOString().slice(0, 19).replace(/\D/g, '')}-${name}.eml`)
  return {
    send: async (mail) => {
      const content = await buildMessage(mail, from)
      const write = () => writeAtomically(pathOf(mail), content, { mode: PRIVATE_FILE })
      await write().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
        await write()
      })
    },
    discard: (mail) => rm(pathOf(mail), { force: true }),
    close: async () => {},
  }
}
