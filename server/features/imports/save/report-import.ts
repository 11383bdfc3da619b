import { type ImportReport, SUSPICIONS } from '#contract/import-report.ts'
import { type ProductField, productFieldNames } from '#contract/product-fields.ts'
import type { Tx } from '../../../database/schema.ts'
import { findSimilarNames, type Names } from '../plan/find-matches.ts'
import type { Pair, Plan } from '../plan/plan-import.ts'
import { fieldChanges, formText, isChanged, type PlannedRow } from '../plan/plan-row.ts'
import { areLots, isBlank, namedLots, rowsOf, unitsOf } from '../rows/repeated-rows.ts'
import { cellOf, codeOf, type ReadRows, rowKey, type WorkbookRow } from '../rows/workbook-rows.ts'
import {
  EMPTY_REPORT,
  findImport,
  insertRows,
  type Sent,
  type StoredReport,
  storeImport,
} from './import-store.ts'

export function reportImport(
  rows: readonly PlannedRow[],
  plan: Plan,
  stored: Partial<Pick<StoredReport, 'preview' | 'reasons' | 'lowered' | 'options'>> = {},
): StoredReport {
  const { refused, repeated, sheets, leave, options, recognition } = plan
  const created = rows.filter(({ isNew }) => isNew)
  const updated = rows.filter((row) => !row.isNew && isChanged(row))
  const touched = [...created, ...updated]
  const without = (field: 'category' | 'laboratory' | 'stock') =>
    created.filter(({ row }) => !row.fields[field] && row.fields[field] !== 0).length
  const understood = touched.filter(({ hasContent }) => hasContent).length
  return {
    ...EMPTY_REPORT,
    created: created.length,
    updated: updated.length,
    unchanged: rows.length - touched.length,
    refused: refused.length,
    ...{ repeated, sheets, recognition, leave: [...leave], stockReport: options.stockReport },
    errors: refused.flatMap(({ problems }) => problems),
    givenCodes: created.filter(({ row }) => codeOf(row) === '').length,
    withoutCategory: without('category'),
    withoutLaboratory: without('laboratory'),
    withoutStock: without('stock'),
    withoutPrice: created.filter(({ after }) => after.cost === 0).length,
    rounded: rows.filter(({ row }) => row.rounded).length,
    held: rows.filter(({ held }) => held).length,
    contradictions: groupContradictions(rows),
    unitsUnderstood: understood,
    unitsMissing: touched.length - understood,
    restocks: updated.flatMap(restockOf),
    ...stored,
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

const MAX_NAMED = 5

/** A product whose stock rises although units were sold since it was counted. */
function restockOf({ productId, row, name, before, after, counted }: PlannedRow): ImportReport['restocks'] {
  const { stock: was } = before
  const { stock: becomes } = after
  if (productId === null || was === undefined || becomes === undefined) return []
  if (counted.before === null || counted.before <= was || becomes <= was) return []
  return [{ productId, barcode: codeOf(row), name, counted: counted.before, before: was, after: becomes }]
}

/**
 * Stores the preview of a plan: of an upload, or of a preview that was planned again.
 *
 * @param reasons why the file isn't saved by itself
 */
export async function storePreview(
  tx: Tx,
  plan: Plan,
  { rows, repeated }: Pick<ReadRows, 'rows' | 'repeated'>,
  of: Sent | { id: string },
  reasons: string[] = [],
): Promise<ImportReport> {
  const options = { ...plan.options, repeated }
  const shown = { preview: await previewPlan(tx, plan, rows), options, reasons }
  const id = await storeImport(tx, of, {
    ...{ state: 'preview', report: reportImport(plan.rows, plan, shown), refused: plan.refused },
  })
  await insertRows(tx, id, rows, plan)
  return (await findImport(tx, id))!
}

type Preview = NonNullable<ImportReport['preview']>
type Suspicion = Preview['suspicious'][number]

const MAX_CHANGES = 50
const HIGH_DISCOUNT_PERCENT = 60

/** The preview of a plan: what a person should check before saving. */
async function previewPlan(
  tx: Tx,
  { rows, options: { round }, names, pairs }: Plan,
  read: readonly WorkbookRow[],
): Promise<Preview> {
  const nameOf = new Map(rows.map(({ row, name }) => [rowKey(row), name]))
  const touched = rows.filter((row) => row.isNew || isChanged(row))
  return {
    changes: touched.slice(0, MAX_CHANGES).map(changeOf),
    newCategories: await newNames(tx, 'categories', names.categories, touched, 'category'),
    newLaboratories: await newNames(tx, 'suppliers', names.suppliers, touched, 'laboratory'),
    suspicious: touched.flatMap(suspicionsOf),
    lots: rows.flatMap(lotsIn).slice(0, MAX_CHANGES),
    repeated: read.flatMap((row) => repeatedOf(row, nameOf.get(rowKey(row)))),
    decimals: read.flatMap(rowsOf).flatMap(decimalsOf),
    isRounded: round,
    pairs: pairs.map(pairOf),
  }
}

/** The lots that a product's row names, if it counts the stock. */
function lotsIn({ row, name, counted }: PlannedRow): NonNullable<Preview['lots']> {
  const lots = namedLots(row)
  if (counted.after === null || lots.length === 0) return []
  return [{ ...placeOf(row, name), stock: counted.after, lots }]
}

/** The rows of a product that contradict each other, with the fields in which they differ. */
function repeatedOf(first: WorkbookRow, name: string | undefined): Preview['repeated'] {
  if (!first.others || name === undefined) return []
  const rows = rowsOf(first)
  const shownIn = (row: WorkbookRow, field: ProductField) =>
    isBlank(row, field) ? '' : formText(field === 'barcode' ? row.barcode : row.fields[field])
  const lots = areLots(rows)
  const sum = unitsOf(rows)
  const fields = productFieldNames.filter(
    (field) => new Set(rows.map((row) => shownIn(row, field))).size > 1 || (lots && field === 'stock'),
  )
  return [
    {
      ...placeOf(first, name),
      fields,
      rows: rows.map((row) => ({
        sheet: row.sheet,
        row: row.row,
        values: fields.map((field) => shownIn(row, field)),
        ...(row.lot !== undefined && { lot: row.lot }),
      })),
      ...(lots && { lots }),
      ...(sum !== undefined && { sum }),
      hasBlanks: fields.some((field) => isBlank(first, field)),
    },
  ]
}

const pairOf = ({ row, product, proposed, same, other }: Pair): Preview['pairs'][number] => {
  const { tradename: name = '', laboratory = '', quantity: content = '' } = row.fields
  return {
    ...{ sheet: row.sheet, row: row.row, name, laboratory, content, product, proposed },
    ...{ same: same && fieldChanges(same), other: other && fieldChanges(other) },
  }
}

const decimalsOf = (row: WorkbookRow): Preview['decimals'] =>
  row.rounded
    ? [{ ...placeOf(row, row.fields.tradename), value: cellOf(row, 'cost'), cost: formText(row.fields.cost) }]
    : []

const placeOf = (row: WorkbookRow, name = '') => ({
  ...{ sheet: row.sheet, row: row.row, barcode: codeOf(row), name },
})

const changeOf = (planned: PlannedRow) => ({
  ...placeOf(planned.row, planned.name),
  productId: planned.productId,
  fields: fieldChanges(planned),
})

function suspicionsOf(planned: PlannedRow): Suspicion[] {
  const { before, after } = planned
  const { cost = 0, discount = 0 } = after
  const found: Record<(typeof SUSPICIONS)[number], readonly [unknown, unknown] | false> = {
    priceTenth: !!before.cost && cost * 10 <= before.cost && [before.cost, cost],
    priceTenfold: !!before.cost && cost >= before.cost * 10 && [before.cost, cost],
    discount: discount > HIGH_DISCOUNT_PERCENT && [before.discount, discount],
    prescriptionOff: before.prescription === true && [true, false],
  }
  return SUSPICIONS.flatMap((kind) => {
    const values = found[kind]
    if (!values) return []
    const [was, becomes] = values.map(formText)
    return [{ ...placeOf(planned.row, planned.name), kind, before: was ?? '', after: becomes ?? '' }]
  })
}

/** The names that the plan would create, by number of products, each with a similar existing name. */
async function newNames(
  tx: Tx,
  table: 'categories' | 'suppliers',
  names: Names,
  rows: readonly PlannedRow[],
  field: 'category' | 'laboratory',
): Promise<Preview['newCategories']> {
  const unknown = new Set([...names.values()].filter(({ isNew }) => isNew).map(({ name }) => name))
  const counts = new Map<string, number>()
  for (const { after } of rows) {
    const name = after[field]
    if (name !== undefined && unknown.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  const similar = await findSimilarNames(
    tx,
    table,
    sorted.map(([name]) => name),
  )
  return sorted.map(([name, products]) => ({ name, products, similar: similar.get(name) ?? null }))
}
