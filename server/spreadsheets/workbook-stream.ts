import { cellXml } from './text-cell.ts'
import { zipStream } from './zip-stream.ts'

type SheetColumn = {
  header: string
  /** The column's width, in characters. */
  width: number
  /** Whether cells are numbers; text stays possible. */
  numeric?: boolean
  /** Whether cells are days. */
  dated?: boolean
}

/** A cell of text, which can't run as a formula, of a number, or of a day, `YYYY-MM-DD`; an empty text is a blank cell. */
export type Cell = string | number | { day: string }

/** A column of an exported sheet, with the function that makes its cell from a row. */
export type Column<Row> = SheetColumn & { value: (row: Row) => Cell }

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

export const sheetOf = <Row>(
  name: string,
  columns: readonly Column<Row>[],
  batches: Batches<Row>,
): Sheet => ({ name, columns, rows: cellsOf(columns, batches) })

async function* cellsOf<Row>(columns: readonly Column<Row>[], batches: Batches<Row>) {
  for await (const batch of batches) yield batch.map((row) => columns.map(({ value }) => value(row)))
}

export type Sheet = {
  name: string
  columns: readonly SheetColumn[]
  rows: Batches<readonly Cell[]>
  /** The rules for cells as XML: `<dataValidation …/>`. */
  validations?: readonly string[]
  /** Whether the sheet adds up other sheets: its rows are read after theirs. */
  isSummary?: boolean
}

/** Excel's limit per sheet. */
export const MAX_ROW = 1_048_576

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * The cell styles: 0 for numbers, 1 in the format "text", so that an edited cell stays text, 2 for headers, bold text, and 3 for days, as
 * Chile writes them.
 */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

const DAY_STYLE = 3

/** Writes a workbook while its rows are read, so that memory use doesn't depend on their number. Rows past Excel's limit are left out. */
export function workbookStream(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const each = (make: (number: number, sheet: Sheet) => string) =>
    sheets.map((sheet, index) => make(index + 1, sheet)).join('')
  const styles = sheets.length + 1
  return zipStream([
    {
      name: '[Content_Types].xml',
      content: [
        `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${KIND}.worksheet+xml"/>`)}</Types>`,
      ],
    },
    {
      name: '_rels/.rels',
      content: [
        `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    },
    {
      name: 'xl/workbook.xml',
      content: [
        `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((number, { name }) => `<sheet name="${cellXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ],
    },
    { name: 'xl/styles.xml', content: [STYLES] },
    ...sheets
      .map((sheet, index) => ({ sheet, name: `xl/worksheets/sheet${index + 1}.xml` }))
      .toSorted((one, other) => Number(one.sheet.isSummary ?? false) - Number(other.sheet.isSummary ?? false))
      .map(({ sheet, name }) => ({ name, content: sheetXml(sheet) })),
  ])
}

async function* sheetXml({ columns, rows, validations = [] }: Sheet): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width, numeric, dated }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${numeric ? 0 : dated ? DAY_STYLE : 1}" customWidth="1"/>`,
  )
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield rowXml(
    1,
    columns.map(({ header }) => header),
    2,
  )
  let number = 1
  for await (const batch of rows) {
    const fitting = batch.slice(0, MAX_ROW - number)
    yield fitting.map((cells, index) => rowXml(number + index + 1, cells, 1)).join('')
    number += fitting.length
    if (number >= MAX_ROW) break
  }
  yield '</sheetData>'
  if (validations.length > 0)
    yield `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
  yield '</worksheet>'
}

/** The number of a day in a workbook: the days since 30 December 1899. */
const serialOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

/** The name of a column: A to Z, then AA. */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const rowXml = (number: number, cells: readonly Cell[], textStyle: number) =>
  `<row r="${number}">${cells
    .map((cell, index) => {
      const place = `r="${columnName(index)}${number}"`
      if (cell === '') return ''
      if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
      if (typeof cell === 'object') return `<c ${place} s="${DAY_STYLE}"><v>${serialOf(cell.day)}</v></c>`
      return `<c ${place} s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${cellXml(cell)}</t></is></c>`
    })
    .join('')}</row>`
