import { type Archive, decodeXml, openArchive, readXml, xmlReader } from './archive.ts'
import { type CellStyle, readCellStyles, shownDate } from './cell-styles.ts'
import { readCsv } from './read-csv.ts'
import { damaged, MAX_COLUMNS, tooWide } from './rejected.ts'

/** A date, as the sheet shows it, with its day (YYYY-MM-DD); or a formula's error such as `#N/A`. */
export type SpecialCell = { kind: 'date' | 'error'; shown: string; day?: string }
/** A cell's value; a percent is its displayed text, such as `15%`. */
export type CellValue = string | number | boolean | SpecialCell
export type SheetRow = {
  /** The row's number, from 1. */
  number: number
  hidden: boolean
  /** The cells by column, from 0; blank cells have no element. */
  cells: CellValue[]
}
/** A range of merged cells: rows from 1 and columns from 0, both ends included. */
export type MergedCells = { top: number; bottom: number; left: number; right: number }
export type Sheet = {
  name: string
  hidden: boolean
  /** Reads the sheet from its start, in batches of rows. @throws SpreadsheetRejected */
  rows: () => AsyncGenerator<SheetRow[]>
  merged: () => Promise<MergedCells[]>
}

type Shared = { strings: string[]; styles: (CellStyle | undefined)[]; since1904: boolean }

/** A list as text has one sheet, of this name. */
const TEXT_SHEET = 'CSV'
/** The rows that are read together of a list as text. */
const BATCH_ROWS = 250
/** The first bytes of a zip. */
const ZIP = Buffer.from('PK')

/**
 * Opens a workbook, or a list as text (read-csv.ts): its sheets in their order. Must run in a limited process (limited-process.ts): a hostile file can make it take
 * much memory and time.
 *
 * @throws SpreadsheetRejected
 */
export async function readSheets(bytes: Buffer): Promise<Sheet[]> {
  if (!bytes.subarray(0, ZIP.length).equals(ZIP)) return [textSheet(bytes)]
  const archive = await openArchive(bytes)
  // The list of types isn't used, but a damaged list means a damaged file.
  await readXml(archive.pieces('[Content_Types].xml'), { open() {} })
  const targets = new Map<string, string>()
  await readXml(archive.pieces('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      const { Id = '', Target = '', Type = '' } = attributes()
      if (name === 'Relationship' && Type.endsWith('/worksheet')) targets.set(Id, fileName(decodeXml(Target)))
    },
  })
  const found: { name: string; hidden: boolean; file: string }[] = []
  let since1904 = false
  await readXml(archive.pieces('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = isOn(attributes().date1904)
      if (name !== 'sheet') return
      const { name: title = '', state = 'visible', ...others } = attributes()
      // The prefix of the relationship's id differs between programs.
      const id = Object.entries(others).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const file = targets.get(id)
      // A sheet without a file is a chart.
      if (file) found.push({ name: decodeXml(title), hidden: state !== 'visible', file })
    },
  })
  if (found.length === 0) throw damaged()
  const shared = { strings: await readStrings(archive), styles: await readCellStyles(archive), since1904 }
  return found.map(({ name, hidden, file }) => ({
    name,
    hidden,
    rows: () => readRows(archive, file, shared),
    merged: () => readMerged(archive, file),
  }))
}

function textSheet(bytes: Buffer): Sheet {
  async function* rows() {
    const batch: SheetRow[] = []
    for (const row of readCsv(bytes)) if (batch.push(row) === BATCH_ROWS) yield batch.splice(0)
    if (batch.length > 0) yield batch
  }
  return { name: TEXT_SHEET, hidden: false, rows, merged: async () => [] }
}

const fileName = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)
const isOn = (value: string | undefined) => value === '1' || value === 'true'

/** The texts that cells name by number. */
async function readStrings(archive: Archive): Promise<string[]> {
  const file = archive.names.find((name) => name.toLowerCase() === 'xl/sharedstrings.xml')
  const strings: string[] = []
  let text = ''
  let reading = false
  let phonetic = false
  if (!file) return strings
  await readXml(archive.pieces(file), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') reading = !phonetic
      else if (name === 'rPh') phonetic = true
    },
    close(name) {
      if (name === 't') reading = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') strings.push(decodeXml(text))
    },
    text(raw) {
      if (reading) text += raw
    },
  })
  return strings
}

async function* readRows(archive: Archive, file: string, shared: Shared): AsyncGenerator<SheetRow[]> {
  const rows: SheetRow[] = []
  let row: SheetRow = { number: 0, hidden: false, cells: [] }
  let column = -1
  let type = ''
  let style = ''
  let text = ''
  let reading = false
  const reader = xmlReader({
    open(name, attributes) {
      if (name === 'c') {
        const { r: place = '', t = 'n', s = '' } = attributes()
        const named = columnOf(place)
        column = named >= 0 ? named : column + 1
        type = t
        style = s
        text = ''
      } else if (name === 'v' || name === 't') {
        reading = true
      } else if (name === 'row') {
        const { r = '', hidden } = attributes()
        row = { number: Math.max(rowNumber(r), row.number + 1), hidden: isOn(hidden), cells: [] }
        column = -1
      }
    },
    close(name) {
      if (name === 'v' || name === 't') reading = false
      else if (name === 'c') {
        const value = cellValue(type, style, text, shared)
        if (value === undefined) return
        if (column >= MAX_COLUMNS) throw tooWide()
        row.cells[column] = value
      } else if (name === 'row' && row.cells.length > 0) rows.push(row)
    },
    text(raw) {
      if (reading) text += raw
    },
  })
  for await (const piece of archive.pieces(file)) {
    reader.write(piece)
    if (rows.length > 0) yield rows.splice(0)
  }
  reader.end()
  yield rows
}

/** Excel's limit per sheet. */
const MAX_ROW = 1_048_576

/** A row's number; 0 for what can't be one. */
function rowNumber(text: string): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return number <= MAX_ROW ? number : 0
}

/** The column of a cell's reference: `B7` → 1; -1 for a reference without letters. */
function columnOf(place: string): number {
  let column = 0
  for (let index = 0; index < place.length; index += 1) {
    const letter = place.charCodeAt(index) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

function cellValue(type: string, style: string, raw: string, shared: Shared): CellValue | undefined {
  if (type === 's') return shared.strings[Number(raw)] || undefined
  if (type === 'e') return { kind: 'error', shown: decodeXml(raw) || '#N/A' }
  if (raw === '') return undefined
  if (type === 'b') return raw === '1' || raw === 'true'
  const [day] = (type === 'd' && /^\d{4}-\d\d-\d\d/.exec(raw)) || []
  if (day) return { kind: 'date', shown: day.split('-').reverse().join('-'), day }
  const number = Number(raw)
  if (type !== 'n' || !Number.isFinite(number)) return decodeXml(raw)
  const shows = shared.styles[Number(style || 0)]
  if (shows?.shows === 'percent') return `${Number((number * 100).toFixed(6))}%`
  if (shows) return { kind: 'date', ...shownDate(number, shows.format, shared.since1904) }
  return number
}

/** Reads the merged cells, which follow the rows, so that rows are skipped without parsing. */
async function readMerged(archive: Archive, file: string): Promise<MergedCells[]> {
  let after = ''
  let isAfter = false
  for await (const piece of archive.pieces(file)) {
    after += piece.toString('latin1')
    if (isAfter) continue
    const end = after.search(/<(\/(\w+:)?sheetData|(\w+:)?sheetData\/)>/)
    isAfter = end >= 0
    after = after.slice(isAfter ? end : -100)
  }
  return [...after.matchAll(/<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g)].flatMap(
    ([, from = '', first = '', to = '', last = '']) => {
      const [top, bottom, left, right] = [rowNumber(first), rowNumber(last), columnOf(from), columnOf(to)]
      return top && bottom && left < MAX_COLUMNS ? [{ top, bottom, left, right }] : []
    },
  )
}
