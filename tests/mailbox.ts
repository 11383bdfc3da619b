import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { composeMail } from '#server/features/notifications/compose-mail.ts'
import { mailQueue } from '#server/mail/send-mails.ts'
import { openTransport } from '#server/mail/transport.ts'
import { workOnNext } from '#server/queue/queue.ts'
import type { Services } from '#server/services.ts'

export type ReceivedMail = {
  headers: Record<string, string>
  /** Decoded. */
  subject: string
  text: string
  html: string
  /** Recipients of the SMTP envelope; empty for a mail read from a file. */
  recipients: string[]
}

/** Delivers every due mail to the outbox folder, and returns all mails there, oldest first. */
export async function collectMails(services: Pick<Services, 'database' | 'config'>): Promise<ReceivedMail[]> {
  const { database, config } = services
  const transport = openTransport({ ...config, smtpUrl: undefined })
  const queue = mailQueue({ database, config, compose: composeMail, transport, onError: () => {} })
  while ((await workOnNext(queue)) !== 'none');
  return readOutbox(config.dataDir)
}

export async function readOutbox(dataDir: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const files = names.toSorted().map((name) => readFile(join(folder, name), 'utf8'))
  return (await Promise.all(files)).map((source) => readMail(source))
}

/** Parses a mail of the shop: two alternatives, text and HTML. */
export function readMail(source: string, recipients: string[] = []): ReceivedMail {
  const { headers, body } = splitPart(source)
  const boundary = /boundary="(.+?)"/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).map((part) => splitPart(part.replace(/^\r\n/, '')))
  const content = (type: string) => {
    const part = parts.find(({ headers }) => headers['content-type']?.startsWith(type))
    return part ? decode(part.body, part.headers['content-transfer-encoding']) : ''
  }
  const subject = decodeWords(headers.subject ?? '')
  return { headers, subject, text: content('text/plain'), html: content('text/html'), recipients }
}

function splitPart(source: string) {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: Object.fromEntries(pairs) as Record<string, string>, body: source.slice(end + 4) }
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n')
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}

const decodeWords = (value: string) =>
  value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind, text) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decode(text.replaceAll('_', ' '), 'quoted-printable'),
    )

type Behaviour =
  | 'accept'
  /** Answers a temporary error. */
  | 'busy'
  /** Answers a permanent error. */
  | 'refuse'
  /** Takes the mail and never answers. */
  | 'hang'

/**
 * A real mail server whose behaviour a test can change. `held` counts mails without an answer, which `acceptHeld` and
 * `refuseHeld` give. Closed after the test file.
 */
export async function startMailServer() {
  const mails: ReceivedMail[] = []
  let waiting: ((refusal?: Error) => void)[] = []
  const answerHeld = (refusal?: Error) => {
    for (const answer of waiting) answer(refusal)
    waiting = []
    box.held = 0
  }
  const acceptHeld = () => answerHeld()
  const refuseHeld = () => answerHeld(Object.assign(new Error('no such user'), { responseCode: 550 }))
  const box = { behaviour: 'accept' as Behaviour, mails, url: '', held: 0, acceptHeld, refuseHeld }
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (box.behaviour === 'busy')
        return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
      if (box.behaviour === 'refuse')
        return done(Object.assign(new Error('no such user'), { responseCode: 550 }))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const answer = (refusal?: Error) => {
          if (!refusal) mails.push(readMail(Buffer.concat(chunks).toString(), recipients))
          done(refusal)
        }
        if (box.behaviour !== 'hang') return answer()
        box.held += 1
        waiting.push(answer)
      })
    },
  })
  // A client that disconnects early is not the server's failure.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  box.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  return box
}
