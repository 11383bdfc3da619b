import { store } from '#store'
import { escapeHtml } from '../escape-html.ts'

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

/** `sums` are the amounts between the lines and the total, such as a discount. */
type Lines = {
  lines: { name: string; detail: string; amount: string }[]
  sums: [label: string, amount: string][]
  total: string
}

export type Block =
  /** A paragraph, with its line breaks. */
  | string
  /** Small grey text. */
  | { note: string }
  | { title: string }
  /** A button with a link to a path of the shop, or to a whole address. */
  | { button: string; path: string }
  | { facts: [label: string, value: string][] }
  | Lines
  /** Text written by a person, with its line breaks. */
  | { quote: string }

// The colours of app/app.css as literals: mail programs support neither stylesheets nor variables.
const BRAND = '#0e5f46'
const NIGHT = '#07362a'
const INK = '#14241d'
const SOFT = '#4e5c55'
const MINT = '#ebf5ef'
const LINE = '#e3dccf'
const PAGE = '#fbf8f2'
const FONT = "Figtree,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Arial,sans-serif"

/** Markup with escaped values. */
class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}
type Value = string | Html | Html[]

const write = (value: Value): string => {
  if (Array.isArray(value)) return value.map(({ source }) => source).join('')
  return value instanceof Html ? value.source : escapeHtml(value)
}
const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Html(parts.reduce((text, part, index) => text + write(values[index - 1] ?? '') + part))

/** Renders one column of tables with inline styles, the only layout that all mail programs support. */
export function renderHtml(content: MailContent, publicUrl: string): string {
  const { street, city } = store.address
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${content.subject}</title>
</head>
<body style="margin:0;padding:0;background:${PAGE};font-family:${FONT};color:${INK};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${content.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAGE}"><tr><td align="center" style="padding:24px 12px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td style="background:${BRAND};border-radius:12px 12px 0 0;padding:18px 24px"><a href="${publicUrl}/" style="color:#ffffff;font-size:20px;line-height:28px;font-weight:700;text-decoration:none"><span style="color:#8cc7a8">&#10010;</span>&nbsp; ${store.name}</a></td></tr>
<tr><td style="background:#ffffff;border:1px solid ${LINE};border-top:0;border-radius:0 0 12px 12px;padding:28px 24px 32px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:30px;font-weight:700;color:${NIGHT}">${content.heading}</h1>
${content.blocks.map((block) => writeBlock(block, publicUrl))}
</td></tr>
<tr><td style="padding:20px 24px 0;font-size:13px;line-height:20px;color:${SOFT}">${store.name} · ${street}, ${city}<br>${store.phone}<br><br>${content.reason}${writeStop(content, publicUrl)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.source
}

const writeStop = ({ stop }: MailContent, publicUrl: string) =>
  stop ? html`<br><br><a href="${publicUrl + stop.path}" style="color:${SOFT}">${stop.label}</a>` : ''

function writeBlock(block: Block, publicUrl: string): Html {
  if (typeof block === 'string')
    return html`<p style="margin:0 0 16px;font-size:16px;line-height:25px;white-space:pre-line;overflow-wrap:anywhere">${block}</p>`
  if ('note' in block)
    return html`<p style="margin:0 0 16px;font-size:14px;line-height:21px;color:${SOFT}">${block.note}</p>`
  if ('title' in block)
    return html`<h2 style="margin:28px 0 10px;font-size:17px;line-height:24px;font-weight:700;color:${NIGHT}">${block.title}</h2>`
  if ('button' in block) return writeButton(block.button, linkOf(block, publicUrl))
  if ('facts' in block) return writeFacts(block.facts)
  if ('lines' in block) return writeLines(block)
  return html`<blockquote style="margin:0 0 20px;padding:14px 18px;background:${MINT};border-left:4px solid ${BRAND};border-radius:0 12px 12px 0;font-size:16px;line-height:25px;white-space:pre-line;overflow-wrap:anywhere">${block.quote}</blockquote>`
}

const linkOf = ({ path }: { path: string }, publicUrl: string) =>
  path.startsWith('/') ? publicUrl + path : path

/** Writes a button and its address: some mail programs show no buttons, and readers can check the target. */
const writeButton = (label: string, url: string) => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 12px"><tr><td style="background:${BRAND};border-radius:12px"><a href="${url}" style="display:inline-block;padding:13px 24px;font-size:16px;line-height:22px;font-weight:700;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>
<p style="margin:0 0 20px;font-size:13px;line-height:19px;color:${SOFT};word-break:break-all">${url}</p>`

const writeFacts = (facts: [string, string][]) => html`
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;background:${MINT};border-radius:12px"><tr><td style="padding:8px 18px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${facts.map(
  ([label, value]) =>
    html`<tr><td valign="top" width="34%" style="padding:6px 12px 6px 0;font-size:14px;line-height:22px;color:${SOFT}">${label}</td><td valign="top" style="padding:6px 0;font-size:15px;line-height:22px;font-weight:600;overflow-wrap:anywhere">${value}</td></tr>`,
)}</table>
</td></tr></table>`

const writeLines = ({ lines, sums, total }: Lines) => html`
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${lines.map(
  ({ name, detail, amount }) =>
    html`<tr><td style="padding:12px 12px 12px 0;border-bottom:1px solid ${LINE};font-size:15px;line-height:22px;overflow-wrap:anywhere"><strong style="font-weight:600">${name}</strong><br><span style="font-size:14px;color:${SOFT}">${detail}</span></td><td align="right" valign="top" style="padding:12px 0;border-bottom:1px solid ${LINE};font-size:15px;line-height:22px;white-space:nowrap">${amount}</td></tr>`,
)}${sums.map(
  ([label, amount]) =>
    html`<tr><td style="padding:10px 12px 0 0;font-size:15px;line-height:22px;color:${SOFT};overflow-wrap:anywhere">${label}</td><td align="right" valign="top" style="padding:10px 0 0;font-size:15px;line-height:22px;color:${SOFT};white-space:nowrap">${amount}</td></tr>`,
)}<tr><td style="padding:14px 12px 0 0;font-size:17px;line-height:24px;font-weight:700">Total</td><td align="right" style="padding:14px 0 0;font-size:17px;line-height:24px;font-weight:700;white-space:nowrap">${total}</td></tr></table>`

export function renderText({ heading, blocks, reason, stop }: MailContent, publicUrl: string): string {
  const { street, city } = store.address
  const parts = [
    heading,
    ...blocks.map((block) => writeTextBlock(block, publicUrl)),
    `-- \n${store.name} · ${street}, ${city} · ${store.phone}\n${publicUrl}\n${reason}`,
    ...(stop ? [`${stop.label}:\n${publicUrl}${stop.path}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

function writeTextBlock(block: Block, publicUrl: string): string {
  if (typeof block === 'string') return block
  if ('note' in block) return block.note
  if ('title' in block) return block.title.toUpperCase()
  if ('button' in block) return `${block.button}:\n${linkOf(block, publicUrl)}`
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  if ('quote' in block) return block.quote.replace(/^/gm, '> ')
  return [
    ...block.lines.map(({ name, detail, amount }) => `${name}\n  ${detail}  ${amount}`),
    ...block.sums.map(([label, amount]) => `${label}: ${amount}`),
    `Total: ${block.total}`,
  ].join('\n')
}
