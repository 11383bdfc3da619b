/** A mail before it is written as HTML and as text: its words and their shape, nothing escaped yet. */
export type MailContent = {
  to: Person
  /** Whom an answer reaches, where that isn't the sender. */
  replyTo?: Person
  /** Shown on locked screens and kept in logs: never a word about health. */
  subject: string
  /** The line that mail programs show beside the subject. */
  preview: string
  heading: string
  blocks: Block[]
  /** Why the person gets this mail. */
  reason: string
}

export type Person = { name: string; address: string }

export type Block =
  | { type: 'text'; text: string }
  /** A quieter line. */
  | { type: 'note'; text: string }
  | { type: 'title'; text: string }
  /** Leads to a path of the shop, and nowhere else. */
  | { type: 'button'; label: string; path: string }
  | { type: 'facts'; facts: [label: string, value: string][] }
  | { type: 'lines'; lines: { name: string; detail: string; amount: string }[]; total: string }
  /** Somebody else's words, with their line breaks. */
  | { type: 'quote'; text: string }
