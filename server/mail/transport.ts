import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER, writeAtomically } from '../files/durable-files.ts'
import { outboxFolder } from './outbox.ts'
import type { Person } from './render-mail.ts'

/** A rendered mail, ready to send. */
export type OutgoingMail = {
  /** The mail's name, in letters, digits, dots and hyphens; the same at each attempt. */
  name: string
  date: Date
  to: Person
  replyTo?: Person
  subject: string
  html: string
  text: string
}

export type Transport = {
  /** Sends a mail. Resolves once the mail server or the disk has it; throws on failure or abort. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>
  /** Removes the file of a mail whose person was erased during the sending. Sent mails can't be recalled. */
  discard: (mail: Pick<OutgoingMail, 'name' | 'date'>) => Promise<void>
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
      await smtp.sendMail({ ...message(mail, from), signal })
    },
    discard: async () => {},
    close: async () => (await connected)?.close(),
  }
}

/** Writes each mail to a file; a repeated mail replaces its file. */
function toFolder(folder: string, from: Person): Transport {
  const pathOf = ({ date, name }: Pick<OutgoingMail, 'name' | 'date'>) =>
    join(folder, `${date.toISOString().slice(0, 19).replace(/\D/g, '')}-${name}.eml`)
  return {
    send: async (mail) => {
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const content = await new MailComposer(message(mail, from)).compile().build()
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      await writeAtomically(pathOf(mail), content, { mode: PRIVATE_FILE })
    },
    discard: (mail) => rm(pathOf(mail), { force: true }),
    close: async () => {},
  }
}

/** The mail for nodemailer. Addresses are objects, and the envelope is separate, so that no name can add a recipient. */
const message = (mail: OutgoingMail, from: Person) => ({
  from,
  to: requireOne(mail.to),
  replyTo: mail.replyTo && requireOne(mail.replyTo),
  envelope: { from: from.address, to: [mail.to.address] },
  messageId: `<${mail.name}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  date: mail.date,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  // Asks mail programs not to reply automatically.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Exactly one address, without characters that a header or an SMTP command could take for a second one. */
const ONE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

function requireOne(person: Person): Person {
  if (!ONE_ADDRESS.test(person.address)) throw new Error('Not one address')
  return person
}
