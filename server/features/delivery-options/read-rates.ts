import { runChildSide } from '../../spreadsheets/limited-process.ts'
import { readSheets, type SheetRow } from '../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../spreadsheets/rejected.ts'
import { headingKey } from '../../tables/headings.ts'
import { shownText } from '../../tables/shown-text.ts'

/** The fields of a rate, with the headings that pharmacies and couriers use for them, as {@link headingKey} normalizes them. */
const HEADINGS = {
  commune: ['comuna', 'comuna destino', 'comuna de destino', 'destino', 'nombre comuna', 'localidad'],
  code: ['codigo', 'cut', 'codigo cut', 'codigo comuna', 'codigo de comuna', 'cod comuna'],
  zone: ['zona', 'zona de despacho'],
  price: [
    'precio',
    'tarifa',
    'valor',
    'costo',
    'monto',
    'precio despacho',
    'valor despacho',
    'costo despacho',
  ],
  freeFrom: ['gratis desde', 'despacho gratis desde', 'envio gratis desde'],
  days: ['plazo', 'plazo de entrega', 'dias', 'dias habiles', 'tiempo de entrega', 'entrega'],
} as const
type Field = keyof typeof HEADINGS
const FIELDS = Object.keys(HEADINGS) as Field[]

/** A row of the table with the text of each field, empty for an empty cell or a missing column; `row` is its number in the sheet. */
export type RateRow = { row: number } & Record<Field, string>
/** The rows of a table of rates, and whether it has the optional column of the free delivery. */
export type Rates = { rows: RateRow[]; has: { freeFrom: boolean } }

/** The number of rows in which the headings are searched. */
const ROWS_TO_LOOK_AT = 50
/** Chile has 346 communes. */
const MAX_ROWS = 2_000

/**
 * Reads the table of rates of a workbook. Must run in a limited process.
 *
 * @throws SpreadsheetRejected
 */
export async function readRates(bytes: Buffer): Promise<Rates> {
  const seen: string[] = []
  for (const sheet of await readSheets(bytes)) {
    if (sheet.hidden) continue
    const rows: SheetRow[] = []
    for await (const batch of sheet.rows()) {
      rows.push(...batch.filter(({ cells }) => cells.some((cell) => shownText(cell))))
      if (rows.length > MAX_ROWS)
        throw new SpreadsheetRejected('La planilla trae demasiadas filas: una comuna por fila, a lo más 346.')
    }
    const headings = rows.slice(0, ROWS_TO_LOOK_AT)
    const at = headings.findIndex((row) => {
      const { commune, code, price } = columnsOf(row)
      return (commune ?? code) !== undefined && price !== undefined
    })
    if (at < 0) {
      seen.push(...(rows[0]?.cells ?? []).map(shownText).filter(Boolean))
      continue
    }
    const columns = columnsOf(rows[at]!)
    const table = rows.slice(at + 1).map(({ number, cells }) => ({
      row: number,
      ...(Object.fromEntries(
        FIELDS.map((field) => [
          field,
          shownText(columns[field] === undefined ? undefined : cells[columns[field]]),
        ]),
      ) as Record<Field, string>),
    }))
    return { rows: table, has: { freeFrom: columns.freeFrom !== undefined } }
  }
  const needed = 'La planilla necesita las columnas Comuna y Tarifa (o Precio).'
  throw new SpreadsheetRejected(
    seen.length > 0 ? `${needed} Encabezados: ${seen.slice(0, 12).join(', ')}.` : needed,
  )
}

/** The column index of each field by the headings of a row. Of several columns for one field, the first counts. */
function columnsOf({ cells }: SheetRow): Partial<Record<Field, number>> {
  const columns: Partial<Record<Field, number>> = {}
  for (const [at, cell] of cells.entries()) {
    const key = headingKey(shownText(cell).replace(/[%$+]/g, ' '))
    const field = FIELDS.find((name) => (HEADINGS[name] as readonly string[]).includes(key))
    if (field) columns[field] ??= at
  }
  return columns
}

// This file is also the program of the limited process.
if (import.meta.main)
  await runChildSide<{ bytes: Buffer }, Rates>(async ({ bytes }, send) => send(await readRates(bytes)))
