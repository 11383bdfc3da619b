import { createElement, Fragment } from 'react'
import type { fragments, Part, Texts } from './fragments.ts'

/** Bytes of kept HTML. */
const MOST_BYTES = 2 * 1024 * 1024

/** No text of a page can contain it. */
const SECRET = crypto.randomUUID()
/** The element around a fragment that isn't kept yet, while React renders it. It never leaves the server. */
const MARK = `fragment-${SECRET}`
const MARKED = new RegExp(`<${MARK} place="(\\d+)">(.*?)</${MARK}>`, 's')
/** Stands for a text. Neither HTML nor an address would write it differently. */
const placeOf = (name: string) => `${SECRET}-${name}-`
const PLACES = new RegExp(placeOf('(\\w+)'))

/** HTML with the names of the texts at the odd indexes. */
type Template = string[]

const templates = new Map<string, Template>()
let bytes = 0
/** The marked fragments. React renders a page in one go, so that they are always those of one page. */
let marked: Pick<Part, 'key' | 'texts'>[] = []

const propsOf: typeof fragments.propsOf = (key, texts, content) => {
  const template = templates.get(key)
  if (template) return { dangerouslySetInnerHTML: { __html: fill(template, texts) } }
  return { children: mark({ key, texts, content }) }
}

const listOf: typeof fragments.listOf = (parts) => {
  let html = ''
  for (const { key, texts } of parts) {
    const template = templates.get(key)
    if (!template)
      return { children: parts.map((part) => createElement(Fragment, { key: part.id }, mark(part))) }
    html += fill(template, texts)
  }
  return { dangerouslySetInnerHTML: { __html: html } }
}

/** The content with places in place of its texts. */
function mark<T extends Texts>({ key, texts, content }: Part<T>) {
  const places = Object.fromEntries(Object.keys(texts).map((name) => [name, placeOf(name)]))
  return createElement(MARK, { place: marked.push({ key, texts }) - 1 }, content(places as T))
}

/** The HTML of a page. The fragments that had to be rendered for it are kept. */
function render(renderPage: () => string): string {
  marked = []
  const rendered = renderPage()
  if (marked.length === 0) return rendered
  const [start, ...rest] = rendered.split(MARKED)
  let html = start!
  for (let index = 0; index < rest.length; index += 3) {
    const [place, content, after] = rest.slice(index, index + 3)
    const { key, texts } = marked[Number(place)]!
    const template = content!.split(PLACES)
    html += fill(template, texts) + after
    keep(key, template)
  }
  return html
}

/** The HTML of fragments (`fragments.ts`) on the server. */
export const fragmentCache = { propsOf, listOf, render }

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
  if (templates.has(key)) return
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
