import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER, writeAtomically } from '../files/durable-files.ts'
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
      await smtp.sendMail({ ...message(mail, from), signal })
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
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const content = await new MailComposer(message(mail, from)).compile().build()
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      await writeAtomically(pathOf(mail), content, { mode: PRIVATE_FILE })
    },
    discard: (mail) => rm(pathOf(mail), { force: true }),
    close: async () => {},
  }
}

/** Names and addresses are objects, and the recipient is in an envelope of its own: no name can add a recipient. */
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
  // Asks mail programs for no automatic reply.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Exactly one address: no character that a mail header or an SMTP command could read as a second one. */
const ONE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

function requireOne(person: Person): Person {
  if (!ONE_ADDRESS.test(person.address)) throw new Error('Not one address')
  return person
}
