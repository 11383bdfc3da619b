import { fold } from '#domain/text.ts'
import { type CellValue, dateOfDays, type SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { shownText } from '../../../tables/shown-text.ts'

/** The first and last day that a statement covers, `YYYY-MM-DD`; absent when it doesn't say. */
export type Period = { from?: string; to?: string }

/** A cell's date (`YYYY-MM-DD`); `problem` for a date that doesn't exist or whose year is unknown; null for a cell without a date. */
type ReadDate = { date: string } | { problem: string } | null

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
/** The number of a month by the first three letters of its name; undefined for other words. */
const monthOf = (name: string) => {
  const index = MONTHS.indexOf(name.slice(0, 3).replace('set', 'sep'))
  return index < 0 ? undefined : index + 1
}

const TIME = String.raw`(?:[ t,]+(?:a las )?\d{1,2}:\d\d.*)?`
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})(?:\s?[/.-]\s?|\s(?:de )?)(\d{1,2}|[a-z]{3,10})\.?(?:(?:\s?[/.-]\s?|\s(?:del? )?)(\d{4}|\d\d))?${TIME}$`,
)
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})${TIME}$`)
const WITHIN =
  /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}(?:[/.-]\d{1,2}[/.-]|[/. -](?:de )?[a-z]{3,10}[/. -](?:del? )?)(?:\d{4}|\d\d)\b/g

/** Whether Excel would store this number for a day of the years 2000 to 2099. */
const isExcelDay = (days: number) => days >= 36_526 && days < 73_051

/** Reads a date, day first: `02/11/2026`, `2-11-26`, `02/Nov/2026`, `2026-11-02`, `02/11` in the period, or a date of Excel. */
export function readDateCell(cell: CellValue | undefined, period: Period): ReadDate {
  if (cell === undefined) return null
  if (typeof cell === 'object') {
    // Excel stores an invented year for a date that it shows without a year.
    const isWithoutYear = cell.kind === 'date' && /^\d{1,2}-[a-z]{3}$/.test(cell.shown)
    if (isWithoutYear && (period.from || period.to)) return readDateText(cell.shown, period)
    const [year, month, day] = (cell.day ?? '').split('-')
    return cell.day ? dateOf(year, month, day) : { problem: 'La fecha es un error de fórmula.' }
  }
  const text = fold(shownText(cell))
  const number = /^\d{5}(\.\d+)?$|^20\d{6}$/.test(text) ? Number(text) : Number.NaN
  if (isExcelDay(number)) return { date: dateOfDays(number).toISOString().slice(0, 10) }
  if (number > 73_051) return dateOf(text.slice(0, 4), text.slice(4, 6), text.slice(6))
  return readDateText(text, period)
}

function readDateText(text: string, period: Period): ReadDate {
  const [isYearFirst, year, month, day] = YEAR_FIRST.exec(text) ?? []
  if (isYearFirst) return dateOf(year, month, day)
  const [isDate, ownDay = '', ownMonth = '', ownYear] = DAY_FIRST.exec(text) ?? []
  if (!isDate) return null
  const number = /^\d/.test(ownMonth) ? ownMonth : monthOf(ownMonth)
  if (number === undefined) return null
  if (ownYear) return dateOf(ownYear, number, ownDay)
  return dateWithin(period, number, ownDay)
}

const NO_SUCH_DATE = 'La fecha no existe.'

function dateOf(year = '', month: string | number = '', day: string | number = ''): ReadDate {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year)
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)))
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  if (!exists || full < 2000 || full > 2099) return { problem: NO_SUCH_DATE }
  return { date: date.toISOString().slice(0, 10) }
}

/** The days by which a movement may lie outside its statement's period, such as at a weekend. */
const MARGIN_DAYS = 7

/** The date of a day and month in the period, which is a year where one of its ends is unknown; a problem for no such date, or two. */
function dateWithin(period: Period, month: string | number, day: string): ReadDate {
  const from = period.from ?? addDays(period.to, -364)
  const to = period.to ?? addDays(from, 364)
  if (!from || !to) return { problem: 'La fecha no dice el año, y la cartola no dice su período.' }
  const dates = [-1, 0, 1, 2].flatMap((years) => {
    const read = dateOf(String(Number(from.slice(0, 4)) + years), month, day)
    return read && 'date' in read ? [read.date] : []
  })
  if (dates.length === 0) return { problem: NO_SUCH_DATE }
  const fitting = [0, MARGIN_DAYS]
    .map((margin) => dates.filter((date) => isWithin(date, { from, to }, margin)))
    .find(({ length }) => length > 0)
  if (fitting?.length === 1) return { date: fitting[0]! }
  return { problem: 'La fecha no dice el año, y no cae en el período de la cartola.' }
}

const addDays = (date: string | undefined, days: number) =>
  date && new Date(Date.parse(date) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const isWithin = (date: string, { from, to }: Required<Period>, margin = MARGIN_DAYS) =>
  date >= addDays(from, -margin)! && date <= addDays(to, margin)!

/** All dates with a year within a text, such as `Período: 01/12/2026 al 31/12/2026`. */
export function datesWithin(cell: CellValue | undefined): string[] {
  if (typeof cell === 'object') return cell.day ? [cell.day] : []
  if (typeof cell !== 'string') return []
  return (fold(shownText(cell)).match(WITHIN) ?? []).flatMap((text) => {
    const read = readDateText(text, {})
    return read && 'date' in read ? [read.date] : []
  })
}

/** The first and last days of the months within a text, `Diciembre 2026 - Enero 2027` or `12/2026`, else of its year. */
export function monthsWithin(cell: CellValue | undefined): string[] {
  const text = fold(shownText(cell))
  const pattern = /(?<![\d/.-])(\d{1,2}|[a-z]{3,10})(?:\s?[/,-]\s?|\s(?:del? )?)(20\d\d)\b/g
  const months = [...text.matchAll(pattern)].flatMap(([, name = '', year = '']) => {
    const month = /^\d/.test(name) ? Number(name) : monthOf(name)
    return month && month <= 12 ? [dayOf(year, month, 1), dayOf(year, month + 1, 0)] : []
  })
  const [, year] = /\b(20\d\d)\b/.exec(text) ?? []
  return months.length > 0 || !year ? months : [dayOf(year, 1, 1), dayOf(year, 12, 31)]
}

const dayOf = (year: string, month: number, day: number) =>
  new Date(Date.UTC(Number(year), month - 1, day)).toISOString().slice(0, 10)

const swapped = (date: string) => date.replace(/-(\d\d)-(\d\d)$/, '-$2-$1')

/**
 * Exchanges day and month in a column's Excel dates when an Excel in English has converted texts with the day first. Signs of that: all
 * remaining texts have days above 12, or only the exchanged dates lie in the statement's period.
 */
export function withRightDates(rows: SheetRow[], at: number, { from, to }: Period): SheetRow[] {
  const cells = rows.map((row) => row.cells[at])
  const dates = cells.flatMap((cell) => dayOfDate(cell) ?? [])
  if (dates.length === 0 || dates.some((date) => Number(date.slice(8)) > 12)) return rows
  const days = cells.flatMap((cell) => {
    const text = typeof cell === 'string' ? shownText(cell) : ''
    return /^(\d{1,2})[/.-]\d{1,2}[/.-]\d{2,4}\b/.exec(text)?.[1] ?? []
  })
  const areWithin = (all: string[]) =>
    from !== undefined && to !== undefined && all.every((date) => isWithin(date, { from, to }))
  const areSwapped =
    days.length > 0
      ? days.every((day) => Number(day) > 12)
      : areWithin(dates.map(swapped)) && !areWithin(dates)
  if (!areSwapped) return rows
  return rows.map((row) => {
    const cell = row.cells[at]
    const day = dayOfDate(cell)
    return day && typeof cell === 'object'
      ? { ...row, cells: row.cells.with(at, { ...cell, day: swapped(day) }) }
      : row
  })
}

const dayOfDate = (cell: CellValue | undefined) =>
  typeof cell === 'object' && cell.kind === 'date' ? cell.day : undefined
