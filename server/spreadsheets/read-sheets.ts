import { type Archive, decodeXml, openArchive, readXml, xmlReader } from './archive.ts'
import { readCsv } from './read-csv.ts'
import { damaged, MAX_COLUMNS, tooWide } from './rejected.ts'
import { MAX_ROW } from './workbook-stream.ts'

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

/** The name of the only sheet of a list as text. */
const TEXT_SHEET = 'CSV'
const BATCH_ROWS = 250

/** Whether a file is a workbook, a zip by its first bytes, and not a list as text. */
export const isWorkbook = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK'

/**
 * Opens a workbook, or a list as text (read-csv.ts): its sheets in their order. Must run in a limited process (limited-process.ts),
 * because a hostile file can make it take much memory and time.
 *
 * @throws SpreadsheetRejected
 */
export async function readSheets(bytes: Buffer): Promise<Sheet[]> {
  if (!isWorkbook(bytes)) return [textSheet(bytes)]
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

/** The texts to which cells refer by number. */
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

/** A row's number; 0 for an invalid one. */
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

/** Reads the merged cells. They follow the rows in the file, so the rows are skipped without parsing. */
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

/** How a cell style displays numbers: as percents, or as dates in a format. */
type CellStyle = { shows: 'percent' } | { shows: 'date'; format: string }

/** Excel's own formats; files name them by number only. */
const BUILT_IN: Record<number, string> = {
  9: '0%',
  10: '0.00%',
  14: 'dd-mm-yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd-mm-yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
}

/**
 * Reads the styles of percents and dates, by their index. Only the style tells 15 %, stored as 0.15, and dates, stored as numbers of
 * days, from plain numbers.
 */
async function readCellStyles(archive: Archive): Promise<(CellStyle | undefined)[]> {
  const formats = new Map(Object.entries(BUILT_IN))
  const styles: (CellStyle | undefined)[] = []
  let inCellStyles = false
  if (!archive.names.includes('xl/styles.xml')) return styles
  await readXml(archive.pieces('xl/styles.xml'), {
    open(name, attributes) {
      if (name === 'cellXfs') inCellStyles = true
      else if (name === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes()
        formats.set(numFmtId, decodeXml(formatCode))
      } else if (name === 'xf' && inCellStyles) {
        styles.push(styleOf(formats.get(attributes().numFmtId ?? '') ?? ''))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false
    },
  })
  return styles
}

function styleOf(format: string): CellStyle | undefined {
  // The format of positive numbers, without quoted and escaped characters, colours and currencies.
  const [bare = ''] = format
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase()
    .split(';')
  if (bare.includes('%')) return { shows: 'percent' }
  if (bare.includes('general') || !/[dmyhs]/.test(bare)) return undefined
  return { shows: 'date', format: bare }
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const DAY = 24 * 60 * 60 * 1000
/** Excel's last day, in the year 9999. */
const MAX_DAYS = 2_958_465

/** The date of a number of days, as workbooks count them: from 30 December 1899, or from 1 January 1904. */
export const dateOfDays = (days: number, since1904 = false) =>
  new Date(Date.UTC(since1904 ? 1904 : 1899, since1904 ? 0 : 11, since1904 ? 1 : 30) + days * DAY)

/** A date as the sheet displays it, `12-10-2026`, `12-oct`, `oct-26` or `8:30`, and its day. */
function shownDate(days: number, format: string, since1904: boolean): { shown: string; day?: string } {
  if (days < 0 || days > MAX_DAYS) return { shown: String(days) }
  const date = dateOfDays(days, since1904)
  return { shown: displayed(date, format), day: date.toISOString().slice(0, 10) }
}

function displayed(date: Date, format: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const month = MONTHS[date.getUTCMonth()]
  const time = `${date.getUTCHours()}:${two(date.getUTCMinutes())}`
  if (format.includes('y') && format.includes('d')) {
    const day = `${two(date.getUTCDate())}-${two(date.getUTCMonth() + 1)}-${date.getUTCFullYear()}`
    return format.includes('h') ? `${day} ${time}` : day
  }
  if (format.includes('y')) return `${month}-${two(date.getUTCFullYear() % 100)}`
  return format.includes('d') ? `${date.getUTCDate()}-${month}` : time
}
