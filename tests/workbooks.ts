import { deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { PRODUCT_COLUMNS } from '#server/features/catalog/workbook/product-columns.ts'

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

type Content = string | Buffer

/** A zip of these files, deflated; `promise` is the size that the headers declare in place of the true one. */
export function zip(files: Record<string, Content>, promise?: number): Buffer {
  const raw = new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]))
  const packed = new Map([...raw].map(([name, content]) => [name, deflateRawSync(content)]))
  const archive = Buffer.from(zipSync(Object.fromEntries(packed), { level: 0 }))
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  for (const content of raw.values()) {
    const local = archive.readUInt32LE(at + 42)
    archive.writeUInt16LE(8, at + 10)
    archive.writeUInt16LE(8, local + 8)
    archive.writeUInt32LE(promise ?? content.length, at + 24)
    archive.writeUInt32LE(promise ?? content.length, local + 22)
    at += 46 + archive.readUInt16LE(at + 28)
  }
  return archive
}

export const bookWith = (files: Record<string, Content>, promise?: number) =>
  zip({ ...BOOK, ...files }, promise)
export const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
