import type { z } from 'zod'
import { zoneBody } from '#contract/delivery-options.ts'
import type { RatesPlan } from '#contract/delivery-rates.ts'
import { communeName, findCommune, isCommune } from '#domain/communes.ts'
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

/** A row of the table: its number in the sheet, and the text of each column. */
export type RateRow = { row: number } & Partial<Record<Field, string>>
/**
 * A readable row. `price` is null for a commune without delivery; `freeFrom` is undefined when the table has no such column.
 */
export type Rate = {
  row: number
  commune: string
  zone: string
  price: number | null
  freeFrom: number | null | undefined
  days: string
}
export type Rates = { rates: Rate[]; problems: RatesPlan['problems'] }

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
      ...Object.fromEntries(
        Object.entries(columns).map(([field, column]) => [field, shownText(cells[column])]),
      ),
    }))
    return readRows(table)
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

/** Reads the rows of a table of rates; those that can't be read are problems. */
export function readRows(rows: readonly RateRow[]): Rates {
  const problems: Rates['problems'] = []
  /** The row of each commune so far. */
  const rowOf = new Map<string, number>()
  const rates = rows.flatMap((cells) => {
    const { row } = cells
    try {
      const commune = readCommune(cells)
      const before = rowOf.get(commune)
      if (before !== undefined)
        throw new Unreadable(communeName(commune), `La comuna se repite: también está en la fila ${before}.`)
      rowOf.set(commune, row)
      return [{ row, commune, ...readTerms(cells) }]
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      problems.push({ row, value: error.value, reason: error.message })
      return []
    }
  })
  return { rates, problems }
}

/** A cell that can't be read, with the reason. */
class Unreadable extends Error {
  readonly value: string

  constructor(value: string, reason: string) {
    super(reason)
    this.value = value
  }
}

/** The commune of a row, by its code or its name. */
function readCommune({ code = '', commune = '' }: RateRow): string {
  // A code that a workbook stores as a number has lost its leading zero.
  const byCode = code.padStart(5, '0')
  const byName = findCommune(commune)?.code
  // A courier may have codes of its own.
  if (!isCommune(byCode) && byName) return byName
  if (code && !isCommune(byCode)) throw new Unreadable(code, 'No hay una comuna con este código.')
  if (code && (!commune || byName === byCode)) return byCode
  if (code) throw new Unreadable(commune, `El código ${code} es de otra comuna: ${communeName(byCode)}.`)
  if (!byName)
    throw new Unreadable(commune, commune ? 'No hay una comuna con este nombre.' : 'Falta la comuna.')
  return byName
}

const { price: PRICE, days: DAYS, name: NAME, freeFrom: FREE_FROM } = zoneBody.shape

/** The zone, price and days of a row, each checked by the same rule as in the zone's form; a dash is a blank. */
function readTerms(cells: RateRow): Omit<Rate, 'row' | 'commune'> {
  const textOf = (field: Field) => cells[field]?.replace(/^[-–—]+$/, '') ?? ''
  const check = <Valid>(rule: z.ZodType<Valid>, value: string): Valid => {
    const read = rule.safeParse(value)
    if (read.success) return read.data
    throw new Unreadable(value, read.error.issues[0]!.message)
  }
  const [price, zone, days] = [textOf('price'), textOf('zone'), textOf('days')]
  if (!price && zone) throw new Unreadable(zone, 'Falta el precio.')
  return {
    zone: zone && check(NAME, zone),
    price: price ? check(PRICE, price) : null,
    freeFrom: cells.freeFrom === undefined ? undefined : check(FREE_FROM, textOf('freeFrom')),
    days: days && check(DAYS, daysInWords(days)),
  }
}

/** Completes the days of couriers, who write only numbers: `2`, `2-3`. */
const daysInWords = (text: string) =>
  /^\d+( ?(-|–|a) ?\d+)?$/.test(text)
    ? `${text.replace(/ ?[-–] ?/, ' a ')} ${text === '1' ? 'día hábil' : 'días hábiles'}`
    : text

// This file is also the program of the limited process.
if (import.meta.main)
  await runChildSide<{ bytes: Buffer }, Rates>(async ({ bytes }, send) => send(await readRates(bytes)))
