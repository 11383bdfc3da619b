import { type Archive, decodeXml, readXml } from './archive.ts'

/** The display of a cell style's numbers: percents, or dates by a format. */
export type CellStyle = { shows: 'percent' } | { shows: 'date'; format: string }

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
export async function readCellStyles(archive: Archive): Promise<(CellStyle | undefined)[]> {
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

/** The date of a number of days. */
export const dateOfDays = (days: number, since1904 = false) =>
  new Date(Date.UTC(since1904 ? 1904 : 1899, since1904 ? 0 : 11, since1904 ? 1 : 30) + days * DAY)

/** A date as the sheet displays it, `12-10-2026`, `12-oct`, `oct-26` or `8:30`, and its day. */
export function shownDate(days: number, format: string, since1904: boolean): { shown: string; day?: string } {
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
