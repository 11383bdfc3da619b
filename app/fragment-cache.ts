/** Bytes of kept HTML. A header takes 30 kB, since a text in memory may have two bytes a letter. */
const MOST_BYTES = 2 * 1024 * 1024

/** The attribute that marks the fragments of a page which are not kept yet. Random, so that no text in a page can contain it. */
const MARK = `data-fragment-${crypto.randomUUID()}`
const MARKED = new RegExp(` ${MARK}="(\\d+)"`)

const kept = new Map<string, string>()
let bytes = 0
/** The keys of the marked fragments. React renders a page in one go, so that they are always those of one page. */
let marked: string[] = []

/** The HTML of fragments (`fragments.ts`) on the server. */
export const fragmentCache = {
  /** The props of an element with this content: its HTML when it is kept, else the content and a mark. */
  propsOf(key: string, content: React.ReactElement): React.HTMLAttributes<HTMLElement> {
    const html = kept.get(key)
    if (html !== undefined) return { dangerouslySetInnerHTML: { __html: html } }
    return { children: content, [MARK]: marked.push(key) - 1 }
  },

  /** The HTML of a page. The fragments that had to be rendered for it are kept. */
  render(renderPage: () => string): string {
    marked = []
    let html = renderPage()
    for (let mark = MARKED.exec(html); mark; mark = MARKED.exec(html)) {
      html = html.slice(0, mark.index) + html.slice(mark.index + mark[0].length)
      keep(marked[Number(mark[1])]!, contentAt(html, mark.index))
    }
    return html
  },

  clear() {
    kept.clear()
    bytes = 0
  },
}

function keep(key: string, content: string) {
  bytes += 2 * (key.length + content.length)
  if (bytes > MOST_BYTES) fragmentCache.clear()
  // A copy: a slice would keep the whole page in memory.
  kept.set(key, Buffer.from(content).toString())
}

/** The content of the element whose opening tag is at `place`. React writes each other `<` as an entity. */
function contentAt(html: string, place: number): string {
  const name = /^\w+/.exec(html.slice(html.lastIndexOf('<', place) + 1))![0]
  const start = html.indexOf('>', place) + 1
  const tags = new RegExp(`<(/?)${name}\\b`, 'g')
  tags.lastIndex = start
  let depth = 1
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1
    if (depth === 0) return html.slice(start, tag.index)
  }
  throw new Error(`The fragment <${name}> has no end`)
}
