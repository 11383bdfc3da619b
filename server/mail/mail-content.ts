/** The words and blocks of a mail, before they are rendered as HTML and as text. Nothing is escaped yet. */
export type MailContent = {
  to: Person
  /** Where replies go, when not to the sender. */
  replyTo?: Person
  /** Shown on locked screens and written to logs: it must not mention health. */
  subject: string
  /** The line that mail programs show beside the subject. */
  preview: string
  heading: string
  blocks: Block[]
  /** Why the person receives this mail. */
  reason: string
  /** Below the reason: a path of the shop where the person ends such mails. */
  stop?: { label: string; path: string }
}

export type Person = { name: string; address: string }

export type Block =
  /** Line breaks are kept. */
  | { type: 'text'; text: string }
  /** Small grey text. */
  | { type: 'note'; text: string }
  | { type: 'title'; text: string }
  /** Always links to a path of the shop. */
  | { type: 'button'; label: string; path: string }
  | { type: 'facts'; facts: [label: string, value: string][] }
  | { type: 'lines'; lines: { name: string; detail: string; amount: string }[]; total: string }
  /** Text written by a person, with its line breaks. */
  | { type: 'quote'; text: string }
