import type { StatementColumns, StatementField } from '#contract/payments.ts'
import { cut } from '#domain/text.ts'
import { type SheetRows, widthOf } from './find-table.ts'
import type { AssignedColumns } from './statement.ts'
import { shownText } from './statement-cells.ts'
import { columnKey, countOf, headingsAt, likelyHeadings } from './statement-headings.ts'

const SAMPLES = 3

/** The columns of the likeliest table, for a person to assign. */
export function columnsToAssign(sheets: SheetRows[], assigned: AssignedColumns = {}): StatementColumns {
  const tables = sheets.map(({ rows }) => {
    const index = likelyHeadings(rows)
    const headings = index < 0 ? undefined : headingsAt(rows, index)
    return { rows, headings, count: headings ? countOf(headings) : -1 }
  })
  const { rows, headings } = tables.reduce((best, table) => (table.count > best.count ? table : best))
  const texts = headings?.texts ?? []
  const known = headings?.columns ?? {}
  const fields = new Map(Object.entries(known).map(([field, at]) => [at, field]))
  const below = rows.filter(({ number }) => number > (headings?.row ?? 0))
  const width = Math.max(texts.length, widthOf(below))
  const columns = Array.from({ length: width }, (_, at) => {
    const samples = below.flatMap(({ cells }) => shownText(cells[at]) || []).slice(0, SAMPLES)
    const field = fields.get(at) ?? ''
    return {
      key: columnKey(texts, at),
      heading: texts[at] ?? '',
      samples: samples.map((sample) => cut(sample, 100)),
      field: field === 'account' ? ('' as const) : (field as StatementField | ''),
    }
  }).filter(({ heading, samples }) => heading || samples.length > 0)
  const has = (field: StatementField) => known[field] !== undefined || Boolean(assigned[field])
  const missing: StatementField[] = [
    ...(has('date') ? [] : (['date'] as const)),
    ...(has('credit') || has('amount') ? [] : (['credit'] as const)),
  ]
  return { columns, missing }
}
