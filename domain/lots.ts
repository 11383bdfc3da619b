import { fold } from './text.ts'

/** Lots: units of a product that share a code and an expiry. A lot is good through its expiry day. */

/** The choices of days within which the listed lots expire. */
export const EXPIRING_DAYS = [30, 60, 90, 180] as const

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** `YYYY-MM-DD` of a year and a month from 1 to 12; without a day, or with day 0, the month's last day. Undefined for no such day. */
export function expiryDay(year: number, month: number, day = 0): string | undefined {
  if (year < 2000 || year > 2199 || month < 1 || month > 12) return undefined
  const last = lastDayOf(year, month)
  if (day < 0 || day > last) return undefined
  return [year, month, day || last].map((part) => String(part).padStart(2, '0')).join('-')
}

/** An expiry as a client sends it: `YYYY-MM-DD` or `YYYY-MM`. Undefined for another text and for a day that doesn't exist. */
export function readExpiry(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? []
  if (year === undefined || day === '00') return undefined
  return expiryDay(Number(year), Number(month), Number(day ?? 0))
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const ENGLISH: Record<string, string> = { jan: 'ene', apr: 'abr', aug: 'ago', set: 'sep', dec: 'dic' }

/** An expiry as people write it: `08/2027`, `2027-08`, `31-08-2027`, `AGO 2027`, `ago-27`. Undefined for any other text. */
export function writtenExpiry(written: string): string | undefined {
  const text = fold(written)
  const [, iso, isoMonth, isoDay = '0'] = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(text) ?? []
  if (iso) return expiryDay(Number(iso), Number(isoMonth), Number(isoDay))
  const parts = /^(?:(\d{1,2})[-/. ]+(?:de )?)?(\d{1,2}|[a-z]{3,10})[-/. ]+(?:de )?(\d{4}|\d{2})$/.exec(text)
  if (!parts) return undefined
  const [, day = '0', name = '', year = ''] = parts
  const short = name.slice(0, 3)
  const month = /^\d/.test(name) ? Number(name) : MONTHS.indexOf(ENGLISH[short] ?? short) + 1
  return expiryDay(year.length === 2 ? 2_000 + Number(year) : Number(year), month, Number(day))
}

/** A day, `YYYY-MM-DD`, as people write it: `31-08-2027`. */
export const writtenDay = (day: string): string => day.split('-').reverse().join('-')

/** A lot of a product. `expires` is its last good day; `units` are on the shelf and taken by no order. */
export type Lot = {
  _id: string
  lot: string
  expires: string | null
  units: number
  recalled: boolean
  /** Whether its units can't be sold: it has expired or is recalled. */
  blocked: boolean
}

/** A lot in words: `lote A12 (vence 31-08-2027)`. */
export function lotInWords({ lot, expires }: Pick<Lot, 'lot' | 'expires'>): string {
  const until = expires === null ? undefined : writtenDay(expires)
  if (lot === '') return until ? `lote que vence el ${until}` : 'stock sin lote'
  return `lote ${lot}${until ? ` (vence ${until})` : ''}`
}

/** The units that lots lost to a count below their sum, as a sentence to add to the answer; empty for none. */
export function loweredInWords(lots: readonly Pick<Lot, 'lot' | 'expires' | 'units'>[]): string {
  if (lots.length === 0) return ''
  const parts = lots.map((lot) => `${lot.units} del ${lotInWords(lot)}`)
  const shown = parts.length > 3 ? [...parts.slice(0, 3), `y de ${parts.length - 3} más`] : parts
  return ` Las unidades salieron de los lotes que vencen al final: ${shown.join(', ')}.`
}

/** Units of a lot that an order line takes. */
export type TakenLot = { _id: string; units: number }

export const sumUnits = (lots: readonly { units: number }[]): number =>
  lots.reduce((sum, { units }) => sum + units, 0)

/** The units of a stock that can be sold. */
export const sellableUnits = (stock: number, lots: readonly Lot[]): number =>
  stock - sumUnits(lots.filter(({ blocked }) => blocked))

/**
 * Chooses the lots that a sale takes, first expired first. Units beyond them come from the stock without a lot.
 *
 * @param lots in the order of their expiry
 */
export function proposeLots(lots: readonly Lot[], quantity: number): TakenLot[] {
  let left = quantity
  return lots
    .filter(({ blocked }) => !blocked)
    .map(({ _id, units }) => {
      const taken = Math.min(units, left)
      left -= taken
      return { _id, units: taken }
    })
    .filter(({ units }) => units > 0)
}
