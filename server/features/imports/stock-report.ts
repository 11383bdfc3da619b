import { type ImportPart, type ImportReport, importPart } from '#contract/import-report.ts'

/** The parts of existing products that a stock report changes; null for another list. */
export type StockReport = ImportReport['stockReport']

/** The most understood columns of a stock report, with its code and its stock. */
const MAX_COLUMNS = 6

/** All that an import of mere stock leaves of existing products. */
export const ALL_BUT_STOCK: readonly ImportPart[] = importPart.exclude(['stock']).options

/** Whether a file is a stock report: its few columns say how many there are, and no price. */
export function isStockReport(sheets: ImportReport['sheets']): boolean {
  const read = sheets.filter(({ state }) => state === 'read')
  const fields = new Set(read.flatMap(({ columns = [] }) => columns.flatMap(({ field }) => field || [])))
  return fields.has('stock') && !fields.has('cost') && fields.size <= MAX_COLUMNS
}
