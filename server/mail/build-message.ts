import type { Person } from './mail-content.ts'
import type { OutgoingMail } from './transport.ts'

/** Loaded with the first mail, so that the server starts faster. */
const load = async () => {
  const [{ default: MimeNode }, { encode, wrap }] = await Promise.all([
    import('nodemailer/lib/mime-node'),
    import('nodemailer/lib/qp'),
  ])
  return { MimeNode, encodeText: (text: string) => wrap(encode(text)) }
}
let loading: ReturnType<typeof load> | undefined

/**
 * The mail as it is sent: its headers, then text and HTML as alternatives. nodemailer encodes both, but its own way of putting
 * a message together has several streams for each part, which take six times as long as everything else.
 */
export async function buildMessage(mail: OutgoingMail, from: Person): Promise<Buffer> {
  loading ??= load()
  const { MimeNode, encodeText } = await loading
  const message = new MimeNode('multipart/alternative')
  // Asks mail programs for no automatic reply.
  message.setHeader('Auto-Submitted', 'auto-generated')
  message.setHeader('From', [from])
  message.setHeader('To', [requireOne(mail.to)])
  if (mail.replyTo) message.setHeader('Reply-To', [requireOne(mail.replyTo)])
  message.setHeader('Subject', mail.subject)
  message.setHeader('Message-ID', messageId(mail, from))
  message.setHeader('Date', mail.date.toUTCString().replace('GMT', '+0000'))
  const headers = message.buildHeaders()
  const parts = [
    ['text/plain', mail.text],
    ['text/html', mail.html],
  ] as const
  const written = parts.map(
    ([type, content]) =>
      `--${message.boundary}\r\nContent-Type: ${type}; charset=utf-8\r\n` +
      `Content-Transfer-Encoding: quoted-printable\r\n\r\n${encodeText(content)}\r\n`,
  )
  return Buffer.from(`${headers}\r\n\r\n${written.join('')}--${message.boundary}--\r\n`)
}

const messageId = ({ name }: OutgoingMail, { address }: Person) =>
  `<${name}@${address.slice(address.lastIndexOf('@') + 1)}>`

/** Exactly one address: no character that a mail header or an SMTP command could read as a second one. */
const ONE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

function requireOne(person: Person): Person {
  if (!ONE_ADDRESS.test(person.address)) throw new Error('Not one address')
  return person
}
