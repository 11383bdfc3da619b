import type { fragments, Props } from './fragments.ts'

/** Bytes of kept HTML. */
const MOST_BYTES = 2 * 1024 * 1024

/** No text of a page can contain it. */
const SECRET = crypto.randomUUID()
/** The attribute that marks the fragments of a page which are not kept yet. */
const MARK = `data-fragment-${SECRET}`
const MARKED = new RegExp(` ${MARK}="(\\d+)"`)
/** Stands for a text. Neither HTML nor an address would write it differently. */
const placeOf = (name: string) => `${SECRET}-${name}-`
const PLACES = new RegExp(placeOf('(\\w+)'))

type Texts = Record<string, string>

/** HTML with the names of the texts at the odd indexes. */
type Template = string[]

const templates = new Map<string, Template>()
let bytes = 0
/** The marked fragments. React renders a page in one go, so that they are always those of one page. */
let marked: { key: string; texts: Texts }[] = []

const propsOf: typeof fragments.propsOf = (key, texts, content): Props => {
  const template = templates.get(key)
  if (template) return { dangerouslySetInnerHTML: { __html: fill(template, texts) } }
  const places = Object.fromEntries(Object.keys(texts).map((name) => [name, placeOf(name)]))
  const mark = { [MARK]: marked.push({ key, texts }) - 1 }
  return { children: content(places as typeof texts), ...mark }
}

/** The HTML of a page. The fragments that had to be rendered for it are kept. */
function render(renderPage: () => string): string {
  marked = []
  let html = renderPage()
  for (let mark = findMark(html); mark; mark = findMark(html)) {
    const { key, texts } = marked[Number(mark[1])]!
    const { start, end } = contentAt(html, mark.index)
    const template = html.slice(start, end).split(PLACES)
    const tag = html.slice(mark.index + mark[0].length, start)
    html = html.slice(0, mark.index) + tag + fill(template, texts) + html.slice(end)
    keep(key, template)
  }
  return html
}

const findMark = (html: string) => (marked.length > 0 ? MARKED.exec(html) : null)

/** The HTML of fragments (`fragments.ts`) on the server. */
export const fragmentCache = { propsOf, render }

function fill(template: Template, texts: Texts): string {
  let html = template[0]!
  for (let index = 1; index < template.length; index += 2)
    html += escapeText(texts[template[index]!]!) + template[index + 1]!
  return html
}

/** As React does it. */
const escapeText = (text: string) =>
  /["'&<>]/.test(text) ? text.replace(/["'&<>]/g, (sign) => ENTITIES[sign]!) : text
const ENTITIES: Texts = { '"': '&quot;', "'": '&#x27;', '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function keep(key: string, template: Template) {
  bytes += 2 * [key, ...template].reduce((sum, { length }) => sum + length, 0)
  if (bytes > MOST_BYTES) {
    templates.clear()
    bytes = 0
  }
  // Copies: a slice would keep the whole page in memory.
  templates.set(
    key,
    template.map((part) => Buffer.from(part).toString()),
  )
}

/** Where the content of the element is whose opening tag has this place. React writes each other `<` as an entity. */
function contentAt(html: string, place: number): { start: number; end: number } {
  const name = /^\w+/.exec(html.slice(html.lastIndexOf('<', place) + 1))![0]
  const start = html.indexOf('>', place) + 1
  const tags = new RegExp(`<(/?)${name}\\b`, 'g')
  tags.lastIndex = start
  let depth = 1
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1
    if (depth === 0) return { start, end: tag.index }
  }
  throw new Error(`The fragment <${name}> has no end`)
}
