/** The words and blocks of a mail, before they are rendered as HTML and as text. Nothing is escaped yet. */
export type MailContent = {
  to: Person
  /** The recipient of replies, if not the sender. */
  replyTo?: Person
  /** The subject, which must not mention health: locked screens and logs show it. */
  subject: string
  /** The line that mail programs show beside the subject. */
  preview: string
  heading: string
  blocks: Block[]
  /** The reason why the person receives the mail. */
  reason: string
  /** A link below the reason to a page where the person ends such mails. */
  stop?: { label: string; path: string }
}

export type Person = { name: string; address: string }

export type Block =
  /** A paragraph, with its line breaks. */
  | { type: 'text'; text: string }
  /** Small grey text. */
  | { type: 'note'; text: string }
  | { type: 'title'; text: string }
  /** A button with a link to a path of the shop. */
  | { type: 'button'; label: string; path: string }
  | { type: 'facts'; facts: [label: string, value: string][] }
  | { type: 'lines'; lines: { name: string; detail: string; amount: string }[]; total: string }
  /** Text written by a person, with its line breaks. */
  | { type: 'quote'; text: string }
