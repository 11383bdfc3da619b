import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Person } from './mail-content.ts'
import { outboxFolder } from './outbox.ts'

/** A mail ready to go. */
export type OutgoingMail = {
  /** Names it, of letters, digits, dots and hyphens: the same mail sent again has the same name. */
  name: string
  date: Date
  to: Person
  replyTo?: Person
  subject: string
  html: string
  text: string
}

export type Transport = {
  /** Resolves once the mail is out of our hands; throws when it isn't, or when the signal says to let go. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>
  close: () => Promise<void>
}

/** Whoever doesn't answer for this long is given up on, and tried again later. */
const SECOND = 1_000

// nodemailer is loaded with the first mail: a server that starts has no use for it yet.

/** OutgoingMail goes to `SMTP_URL`, or without it to files below `DATA_DIR/outbox`. */
export const openTransport = (config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Transport =>
  config.smtpUrl
    ? toServer(config.smtpUrl, config.mailFrom)
    : toFolder(outboxFolder(config.dataDir), config.mailFrom)

async function connectTo(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // Ours is the queue that tries again.
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
      await smtp.sendMail({ ...fields(mail, from), signal })
    },
    close: async () => (await connected)?.close(),
  }
}

/** Written whole and then renamed: a file that is there is a mail. Sent again it takes the place of itself. */
function toFolder(folder: string, from: Person): Transport {
  return {
    send: async (mail) => {
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const content = await new MailComposer(fields(mail, from)).compile().build()
      await mkdir(folder, { recursive: true })
      const moment = mail.date.toISOString().slice(0, 19).replace(/\D/g, '')
      const path = join(folder, `${moment}-${mail.name}.eml`)
      const file = await open(`${path}.part`, 'w', 0o600)
      await file
        .writeFile(content)
        .then(() => file.sync())
        .finally(() => file.close())
      await rename(`${path}.part`, path)
    },
    close: async () => {},
  }
}

/** One address and nothing that a mail header or an SMTP command would read as more. */
const ONE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

function requireOne(person: Person): Person {
  if (!ONE_ADDRESS.test(person.address)) throw new Error('Not one address')
  return person
}

/** Names and addresses travel as objects, and the one recipient in an envelope of its own: no name can add another. */
const fields = (mail: OutgoingMail, from: Person) => ({
  from,
  to: requireOne(mail.to),
  replyTo: mail.replyTo && requireOne(mail.replyTo),
  envelope: { from: from.address, to: [mail.to.address] },
  messageId: `<${mail.name}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  date: mail.date,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  // No auto-reply should come back.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})
