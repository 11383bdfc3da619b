import { MAX_COLUMNS, notAWorkbook, SpreadsheetRejected, tooWide } from './rejected.ts'

/** A row of a list as text; `number` from 1. A text file has no hidden rows. */
type TextRow = { number: number; hidden: false; cells: string[] }

/** Separators of cells, in the order of preference where several fit equally. */
const DELIMITERS = ['\t', ';', '|', ','] as const
type Delimiter = (typeof DELIMITERS)[number]
/** The most lines that are read to find the delimiter. */
const LINES_TO_LOOK_AT = 50

/**
 * Reads a list as text, such as CSV (RFC 4180): rows with numbers from 1 as a spreadsheet shows them, all cells text. Delimiter and
 * character encoding follow from the content: UTF-8, UTF-16 with a mark, else Windows-1252.
 *
 * @throws SpreadsheetRejected for other files, a quotation mark that stays open, or too many columns
 */
export function* readCsv(bytes: Uint8Array): Generator<TextRow> {
  const text = decode(bytes)
  // A first line that tells Excel the delimiter; Excel shows the rest only.
  const [line = '', told] = /^sep=([;,|\t])(?:\r\n|\n|\r|$)/i.exec(text) ?? []
  const body = text.slice(line.length)
  const delimiter = (told as Delimiter | undefined) ?? findDelimiter(body)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mean another kind of file, "<" a page of a browser
  if (!delimiter || /[\u0000-\u0008\u000e-\u001f]|^\s*</.test(text)) throw notAWorkbook()
  yield* readRows(body, delimiter)
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * The delimiter that most lines have equally often; undefined for a text without columns. How often it stands in a line tells less:
 * amounts such as `1,500,000` have more commas than a row has semicolons.
 */
function findDelimiter(text: string): Delimiter | undefined {
  const lines = text
    .slice(0, 200_000)
    .split(/\r\n|\n|\r/, LINES_TO_LOOK_AT)
    .map((line) => line.replace(/"[^"]*"/g, ''))
  const found = DELIMITERS.flatMap((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter(Boolean)
    return [...Map.groupBy(counts, (count) => count)].map(([count, same]) => ({
      ...{ delimiter, count, lines: same.length },
    }))
  })
  return found.sort((a, b) => b.lines - a.lines || b.count - a.count)[0]?.delimiter
}

function* readRows(text: string, delimiter: Delimiter): Generator<TextRow> {
  const quoted = /"([^"]*(?:""[^"]*)*)"/y
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  let row: TextRow = { number: 1, hidden: false, cells: [] }
  for (let at = 0, column = 0; at <= text.length; at += 1) {
    let value = ''
    if (text[at] === '"') {
      quoted.lastIndex = at
      const [all, inside = ''] = quoted.exec(text) ?? []
      if (all === undefined) throw openQuote(row.number)
      value = inside.replaceAll('""', '"')
      at += all.length
    }
    plain.lastIndex = at
    const [rest = ''] = plain.exec(text) ?? []
    // A quotation mark that a later row closes would hide the rows in between.
    if (rest.trim() && /[\r\n]/.test(value)) throw openQuote(row.number)
    at += rest.length
    value = (value + rest).replace(/^="(.*)"$/, '$1')
    if (column >= MAX_COLUMNS && value) throw tooWide()
    if (value) row.cells[column] = value
    column += 1
    if (text[at] === delimiter) continue
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    if (row.cells.length > 0) yield row
    row = { number: row.number + 1, hidden: false, cells: [] }
    column = 0
  }
}

const openQuote = (row: number) =>
  new SpreadsheetRejected(
    `La fila ${row} abre comillas y no las cierra. Corrígela y envía el archivo de nuevo.`,
  )
