import type { ImportReport } from '#contract/import-report.ts'
import type { StoredReport } from './import-store.ts'
import type { Plan } from './plan-import.ts'
import type { PlannedRow } from './plan-row.ts'
import { isChanged } from './plan-row.ts'
import { byPlace, codeOf, type Workbook } from './workbook-rows.ts'

/** The counts and problems of a workbook, without its valid rows. */
export type Unread = Pick<Workbook, 'problems' | 'refused' | 'sheets' | 'repeated'>

/** The counts and problems of a workbook, with what its import leaves unchanged. */
export type Planned = Unread & Pick<ImportReport, 'leave' | 'stockReport' | 'recognition'>

/** The report of an import, from planned or written rows. */
export function reportImport(
  rows: readonly PlannedRow[],
  { problems, refused, sheets, repeated, leave, stockReport, recognition }: Planned,
  {
    held = 0,
    preview = null,
    mostPriced,
    asked,
    refuseNear,
    reasons,
  }: Partial<Pick<StoredReport, 'held' | 'preview' | 'mostPriced' | 'asked' | 'refuseNear' | 'reasons'>> = {},
): StoredReport {
  const created = rows.filter(({ isNew }) => isNew)
  const updated = rows.filter((row) => !row.isNew && isChanged(row))
  const touched = [...created, ...updated]
  const without = (field: 'category' | 'laboratory' | 'stock') =>
    created.filter(({ row }) => !row.fields[field] && row.fields[field] !== 0).length
  const understood = touched.filter(({ hasContent }) => hasContent).length
  return {
    created: created.length,
    updated: updated.length,
    unchanged: rows.length - touched.length,
    refused: refused.length,
    repeated,
    sheets,
    errors: problems,
    leave,
    stockReport,
    recognition,
    givenCodes: created.filter(({ row }) => codeOf(row) === '').length,
    withoutCategory: without('category'),
    withoutLaboratory: without('laboratory'),
    withoutStock: without('stock'),
    withoutPrice: created.filter(({ after }) => after.cost === 0).length,
    rounded: rows.filter(({ row }) => row.rounded).length,
    held,
    contradictions: groupContradictions(rows),
    unitsUnderstood: understood,
    unitsMissing: touched.length - understood,
    restocks: updated.flatMap(restockOf),
    preview,
    ...(mostPriced !== undefined && { mostPriced }),
    ...(asked !== undefined && { asked }),
    ...(refuseNear && { refuseNear }),
    ...(reasons !== undefined && { reasons }),
  }
}

/** The stated conditions that are milder than the list's, by ingredient. */
function groupContradictions(rows: readonly PlannedRow[]): ImportReport['contradictions'] {
  const groups = new Map<string, ImportReport['contradictions'][number]>()
  for (const { contradiction, name } of rows) {
    if (!contradiction) continue
    const key = `${contradiction.ingredient}\n${contradiction.stated}\n${contradiction.listed}`
    const group = groups.get(key) ?? { ...contradiction, count: 0, names: [] }
    groups.set(key, group)
    group.count += 1
    if (group.names.length < MAX_NAMED) group.names.push(name)
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count)
}

/** The most products that are named for a contradiction. */
const MAX_NAMED = 5

/** A product whose stock rises although units were sold since it was counted. */
function restockOf({ productId, row, name, before, after, counted }: PlannedRow): ImportReport['restocks'] {
  const { stock: was } = before
  const { stock: becomes } = after
  if (productId === null || was === undefined || becomes === undefined) return []
  if (counted.before === null || counted.before <= was || becomes <= was) return []
  return [{ productId, barcode: codeOf(row), name, counted: counted.before, before: was, after: becomes }]
}

/** Adds the rows that the plan refused to those that the reader refused, in the order of the file. */
export function withPlanned(
  unread: Unread,
  plan: Pick<Plan, 'problems' | 'refused' | 'repeated' | 'leave' | 'stockReport' | 'recognition'>,
): Planned {
  const compare = byPlace(unread.sheets)
  return {
    sheets: unread.sheets,
    problems: [...unread.problems, ...plan.problems].sort(compare),
    refused: [...unread.refused, ...plan.refused].sort(compare),
    repeated: unread.repeated + plan.repeated,
    leave: [...plan.leave],
    stockReport: plan.stockReport,
    recognition: plan.recognition,
  }
}
