import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { openArchive } from './archive.ts'
import { percentStyles, spellPercents } from './percent-cells.ts'
import { damaged, SpreadsheetRejected } from './rejected.ts'

/** The largest sheet that is read. */
const MAX_ROWS = 20_000
const MAX_COLUMNS = 100

export type CellValue = string | number | boolean | Date | null

/**
 * Reads the cells of a workbook's first sheet, row by row. Must run in a limited worker (limited-worker.ts): a hostile file
 * can make it take much memory and time.
 *
 * @throws SpreadsheetRejected
 */
export async function readCells(bytes: Buffer): Promise<CellValue[][]> {
  const files = openArchive(bytes)
  for (const [name, content] of files) {
    // Workbooks declare no entities. Attacks do, so that they are expanded or fetched.
    if (/<!(DOCTYPE|ENTITY)/i.test(content.toString('latin1'))) throw damaged()
    if (isSheet(name)) checkExtent(content.toString('latin1'))
  }
  const percents = percentStyles(files.get('xl/styles.xml')?.toString('latin1') ?? '')
  for (const [name, content] of percents.size > 0 ? files : []) {
    // Latin-1 preserves every byte, in both directions.
    if (isSheet(name))
      files.set(name, Buffer.from(spellPercents(content.toString('latin1'), percents), 'latin1'))
  }
  try {
    // Packed again for the library, now with a trustworthy directory.
    const archive = zipSync(Object.fromEntries(files), { level: 0 })
    // The library declares a date as the class Date; it is an instance.
    return (await readSheet(archive.buffer)) as unknown as CellValue[][]
  } catch {
    throw damaged()
  }
}

const isSheet = (name: string) => name.startsWith('xl/worksheets/') && name.endsWith('.xml')

/** Refuses sheets with distant cells: the library would fill the table up to a single cell at XFD1048576. */
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
