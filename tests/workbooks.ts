import { constants, crc32, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { PRODUCT_COLUMNS } from '#server/features/imports/rows/workbook-rows.ts'

/** The headers of the product workbook. */
export const HEADER = PRODUCT_COLUMNS.map(({ header }) => header)
export type Cells = Record<string, string | number | boolean | Date | null>

let codes = 0
/** A valid row with a unique barcode. */
export function row(cells: Cells = {}): Cells {
  codes += 1
  return {
    'Código de barras': `78055500${String(codes).padStart(5, '0')}`,
    Nombre: `Producto importado ${codes}`,
    Categoría: 'Importados',
    Laboratorio: 'Quillay',
    Precio: 1990,
    Stock: 5,
    ...cells,
  }
}

/** A workbook of these rows. */
export const workbook = (rows: Cells[], header: string[] = HEADER): Promise<Buffer> => {
  const data = [header, ...rows.map((cells) => header.map((name) => cells[name] ?? null))] as SheetData
  return writeExcelFile(data, { dateFormat: 'dd/mm/yyyy' }).toBuffer()
}

/** The files of a workbook with one sheet, without the sheet. */
export const BOOK = {
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}

const letters = (place: number) => String.fromCharCode(65 + place)

export function xmlSheet(
  rows: unknown[][],
  content: (place: number, rowIndex: number) => string | null = () => null,
) {
  const cell = (value: unknown, place: number, rowIndex: number) => {
    const at = `r="${letters(place)}${rowIndex + 1}"`
    const special = content(place, rowIndex)
    if (special === 'error') return `<c ${at} t="e"><f>1/0</f><v>#DIV/0!</v></c>`
    if (special) return `<c ${at}>${special}</c>`
    if (value === null) return ''
    if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`
    return `<c ${at} t="inlineStr"><is><t>${value}</t></is></c>`
  }
  const lines = rows.map(
    (cells, index) =>
      `<row r="${index + 1}">${cells.map((value, place) => cell(value, place, index)).join('')}</row>`,
  )
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`
}

/** A file's deflated content, with the size and the checksum of the inflated one. */
type Deflated = { packed: Buffer; size: number; checksum: number }
type Content = string | Buffer | Deflated

function deflated(content: Content): Deflated {
  if (typeof content === 'object' && 'packed' in content) return content
  const bytes = Buffer.from(content)
  return { packed: deflateRawSync(bytes), size: bytes.length, checksum: crc32(bytes) }
}

/** A file that repeats these bytes many times: deflated blocks that end at a byte boundary can follow each other. */
export function repeatedFile(bytes: Buffer, times: number): Deflated {
  const block = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: times }, () => block)
  const checksum = blocks.reduce((sum) => crc32(bytes, sum), 0)
  return { packed: Buffer.concat([...blocks, deflateRawSync('')]), size: bytes.length * times, checksum }
}

/** A zip of these files, deflated; `promise` is the size that the headers declare in place of the true one. */
export function zip(files: Record<string, Content>, promise?: number): Buffer {
  const all = Object.entries(files).map(([name, content]) => [name, deflated(content)] as const)
  const packed = Object.fromEntries(all.map(([name, file]) => [name, file.packed]))
  const archive = Buffer.from(zipSync(packed, { level: 0 }))
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  for (const [, { size, checksum }] of all) {
    const local = archive.readUInt32LE(at + 42)
    archive.writeUInt16LE(8, at + 10)
    archive.writeUInt16LE(8, local + 8)
    archive.writeUInt32LE(checksum, at + 16)
    archive.writeUInt32LE(checksum, local + 14)
    archive.writeUInt32LE(promise ?? size, at + 24)
    archive.writeUInt32LE(promise ?? size, local + 22)
    at += 46 + archive.readUInt16LE(at + 28)
  }
  return archive
}

export const bookWith = (files: Record<string, Content>, promise?: number) =>
  zip({ ...BOOK, ...files }, promise)
export const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

type XmlCell = string | number | boolean | null | { error: string } | { number: number; style: number }
export type XmlSheet = {
  name?: string
  state?: 'hidden' | 'veryHidden'
  rows: XmlCell[][]
  /** Row numbers, from 1. */
  hidden?: number[]
  /** Ranges such as `C2:D2`. */
  merged?: string[]
}
/** Cell styles of {@link xmlBook}. */
export const STYLE = { percent: 1, dayAndMonth: 2, date: 3, pesos: 4, fullNumber: 5 } as const
const STYLES = `<styleSheet><numFmts count="3"><numFmt numFmtId="164" formatCode="d\\-mmm"/><numFmt numFmtId="165" formatCode="&quot;$&quot;\\ #,##0;[Red]\\-&quot;$&quot;\\ #,##0"/><numFmt numFmtId="166" formatCode="0000000000000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`

/** A workbook with several sheets, hidden rows and sheets, merged cells, errors and styles. Texts are shared strings. */
export function xmlBook(sheets: XmlSheet[], workbookProperties = ''): Buffer {
  const strings: string[] = []
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const cell = (value: XmlCell, at: string) => {
    if (value === null) return ''
    if (typeof value === 'string') return `<c r="${at}" t="s"><v>${strings.push(escaped(value)) - 1}</v></c>`
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`
    if ('error' in value) return `<c r="${at}" t="e"><f>X1</f><v>${value.error}</v></c>`
    return `<c r="${at}" s="${value.style}"><v>${value.number}</v></c>`
  }
  const line = (cells: XmlCell[], number: number, hidden: boolean) =>
    `<row r="${number}"${hidden ? ' hidden="1"' : ''}>${cells.map((value, place) => cell(value, `${letters(place)}${number}`)).join('')}</row>`
  const each = (make: (sheet: XmlSheet, number: number) => string) =>
    sheets.map((sheet, index) => make(sheet, index + 1)).join('')
  const files = Object.fromEntries(
    sheets.map(({ rows, hidden = [], merged = [] }, index) => [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet><sheetData>${rows.map((cells, at) => line(cells, at + 1, hidden.includes(at + 1))).join('')}</sheetData>${merged.length > 0 ? `<mergeCells>${merged.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>` : ''}</worksheet>`,
    ]),
  )
  return bookWith({
    ...files,
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr ${workbookProperties}/><sheets>${each(({ name, state }, number) => `<sheet name="${name ?? `Hoja${number}`}" sheetId="${number}"${state ? ` state="${state}"` : ''} r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${each((_, number) => `<Relationship Id="rId${number}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': STYLES,
  })
}
