import { readSheet } from 'read-excel-file/universal'
import { openArchive, packStored } from './archive.ts'
import { percentStyles, spellPercents } from './percent-cells.ts'
import { damaged, SpreadsheetRejected } from './rejected.ts'

/** Rows and columns that a sheet may reach. */
const MAX_ROWS = 20_000
const MAX_COLUMNS = 100

export type CellValue = string | number | boolean | Date | null

/**
 * The cells of a workbook's first sheet, row by row. Runs in a worker (guarded-worker.ts): it takes memory and time by what
 * the file makes of it.
 *
 * @throws SpreadsheetRejected
 */
export async function readCells(bytes: Buffer): Promise<CellValue[][]> {
  const files = openArchive(bytes)
  for (const [name, content] of files) {
    // No workbook declares entities; whoever does wants them expanded or fetched.
    if (/<!(DOCTYPE|ENTITY)/i.test(content.toString('latin1'))) throw damaged()
    if (isSheet(name)) checkExtent(content.toString('latin1'))
  }
  const percents = percentStyles(files.get('xl/styles.xml')?.toString('latin1') ?? '')
  for (const [name, content] of percents.size > 0 ? files : []) {
    // Latin-1 takes the bytes as they are, there and back.
    if (isSheet(name))
      files.set(name, Buffer.from(spellPercents(content.toString('latin1'), percents), 'latin1'))
  }
  try {
    // The library says that a date is the class Date; it is an instance.
    return (await readSheet(packStored(files))) as unknown as CellValue[][]
  } catch {
    throw damaged()
  }
}

const isSheet = (name: string) => name.startsWith('xl/worksheets/') && name.endsWith('.xml')

/** A lone cell at XFD1048576 would become a table of all the cells before it. */
function checkExtent(sheet: string) {
  let rows = 0
  for (const [, attributes = ''] of sheet.matchAll(/<row\b([^>]*)>/g)) {
    const number = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? rows + 1)
    rows = Math.max(rows, number)
    if (rows > MAX_ROWS) throw beyond()
  }
  for (const [, letters = '', row] of sheet.matchAll(/<c\b[^>]*?\br="([A-Z]+)(\d+)"/g)) {
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    if (column > MAX_COLUMNS || Number(row) > MAX_ROWS) throw beyond()
  }
}

const beyond = () =>
  new SpreadsheetRejected(
    `La hoja llega más allá de ${MAX_ROWS} filas o ${MAX_COLUMNS} columnas. Borra lo que sobra o divídela.`,
  )
