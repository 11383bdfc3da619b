import type { ImportChanged, ImportReport } from '#contract/import-report.ts'
import type { ProductField } from '#contract/product-fields.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { analyzeImport, type ImportLog } from './analyze-import.ts'
import {
  findImport,
  lockForImport,
  lockImport,
  oneImportAtATime,
  type ShownRow,
  type StoredPreview,
} from './import-store.ts'
import { type Choices, type Plan, type PlanOptions, planImport } from './plan-import.ts'
import type { PlannedRow } from './plan-row.ts'
import { sourceOf } from './recognize-names.ts'
import { rowsOf } from './repeated-rows.ts'
import { formText, storePreview } from './report-import.ts'
import { savePlan } from './save-plan.ts'
import { byPlace, codeOf, type ReadRows, rowKey } from './workbook-rows.ts'

type Save = { id: string; choices: Choices; actor: Actor; log: ImportLog }

/**
 * Saves a preview in one transaction. Its rows are planned again, without the choices: if shown values
 * have changed, only a new preview is stored. An import that is saved already is returned unchanged.
 *
 * @throws Refusal NOT_FOUND; IMPORT_STATE when it was refused or undone; IMPORT_CHANGED with the new preview as data; BAD_INPUT for a
 *   merge into an unknown name, or when no row is left; TOO_MANY while another import runs
 */
export async function saveImport(database: Db, save: Save): Promise<ImportReport> {
  const { report, meanwhile } = await oneImportAtATime(database, () =>
    inTransaction(database, (tx) => planAndSave(tx, save)),
  )
  if (!meanwhile) {
    await analyzeImport(database, report.created + report.updated, save.log)
    return report
  }
  const data: ImportChanged = { import: report, meanwhile }
  throw new Refusal('IMPORT_CHANGED', { data })
}

type Result = { report: ImportReport; meanwhile?: ImportChanged['meanwhile'] }

async function planAndSave(tx: Tx, { id, choices, actor }: Omit<Save, 'log'>): Promise<Result> {
  await lockForImport(tx)
  const found = await lockImport(tx, id)
  if (!found) throw new Refusal('NOT_FOUND')
  const { state, preview } = found
  if (state === 'saved') return { report: (await findImport(tx, id))! }
  if (!preview) throw new Refusal('IMPORT_STATE')
  const read = readRowsOf(preview)
  const asShown = await planImport(tx, read, optionsOf(preview))
  const meanwhile = changesSince(preview.rows, asShown, choices)
  if (meanwhile.length > 0) return { report: await showAgain(tx, id, preview, asShown), meanwhile }
  const plan = hasChoices(choices) ? await planImport(tx, read, { ...optionsOf(preview), choices }) : asShown
  if (plan.rows.length === 0)
    throw new Refusal('BAD_INPUT', { message: 'No queda ninguna fila que guardar.' })
  return { report: await savePlan(tx, plan, { previewId: id, fileName: preview.fileName, actor }) }
}

/** The options to plan a preview again; an absent option stays unchanged. */
type Again = {
  id: string
  round?: boolean | undefined
  stockReport?: 'stock' | 'all' | undefined
  recognize?: 'code' | 'name' | undefined
}

/**
 * Plans a preview again: `round` rounds prices to whole pesos or refuses prices with decimals; `stockReport` changes existing products by
 * all of a stock report or by its stock alone; `recognize` recognises rows without a code by name or refuses them.
 *
 * @throws Refusal NOT_FOUND; IMPORT_STATE when it isn't a preview any more; TOO_MANY while another import runs
 */
export const replanImport = (
  database: Db,
  { id, round, stockReport, recognize }: Again,
): Promise<ImportReport> =>
  oneImportAtATime(database, () =>
    inTransaction(database, async (tx) => {
      const found = await lockImport(tx, id)
      if (!found) throw new Refusal('NOT_FOUND')
      const { preview } = found
      if (!preview) throw new Refusal('IMPORT_STATE')
      const options = optionsOf(preview)
      const plan = await planImport(tx, readRowsOf(preview), {
        ...options,
        round: round ?? options.round,
        stockReport: options.stockReport && (stockReport ?? options.stockReport),
        recognize:
          recognize && options.recognize
            ? { ...options.recognize, by: recognize, refuseNear: false }
            : options.recognize,
      })
      return showAgain(tx, id, preview, plan)
    }),
  )

/** The options with which a preview was planned. */
const optionsOf = ({
  report: {
    leave,
    asked = leave,
    stockReport = null,
    mostPriced,
    preview,
    recognition,
    refuseNear = false,
    sheets,
  },
}: StoredPreview): PlanOptions => ({
  leave: asked,
  stockReport,
  round: preview?.isRounded,
  mostPriced,
  recognize: recognition ? { ...recognition, source: sourceOf(sheets), refuseNear } : undefined,
})

/** A preview's rows in the order of the file, with the problems of the others: a plan finds those of its stored rows again. */
function readRowsOf({ report: { errors, sheets, repeated }, refused, rows }: StoredPreview): ReadRows {
  const stored = new Set(rows.flatMap(rowsOf).map(rowKey))
  const isUnread = (row: { sheet: string; row: number }) => !stored.has(rowKey(row))
  return {
    ...{ rows: rows.toSorted(byPlace(sheets)), sheets, repeated },
    ...{ problems: errors.filter(isUnread), refused: refused.filter(isUnread) },
  }
}

const showAgain = (tx: Tx, id: string, preview: StoredPreview, plan: Plan): Promise<ImportReport> =>
  storePreview(tx, plan, { id }, preview.report.reasons)

/** Whether a person chose anything that a plan without choices doesn't do. */
const hasChoices = ({ stock, mergeCategories, mergeLaboratories, ...lists }: Choices) =>
  stock !== 'file' ||
  Object.keys({ ...mergeCategories, ...mergeLaboratories }).length > 0 ||
  Object.values(lists).some(({ length }) => length > 0)

type Meanwhile = ImportChanged['meanwhile']

/**
 * The changes since a preview was shown: products whose imported fields differ now, and rows that can't be saved any more (without
 * fields). Skipped rows and stock that is to stay don't count.
 *
 * @param plan the plan of the same rows without choices
 */
function changesSince(shown: readonly ShownRow[], plan: Plan, { skip, stock }: Choices): Meanwhile {
  const skipped = new Set(skip.map(rowKey))
  const planned = new Map(plan.rows.map((row) => [rowKey(row.row), row]))
  return shown.flatMap((row) => {
    if (skipped.has(rowKey(row)) || row.isWaiting) return []
    const now = planned.get(rowKey(row))
    const product = { barcode: codeOf(row), name: now?.name ?? row.fields.tradename ?? '' }
    if (!now) return [{ ...product, fields: [] }]
    const fields = differences(row, now).filter(
      ({ field }) => field !== 'stock' || stock === 'file' || row.productId === null,
    )
    return fields.length > 0 || now.productId !== row.productId ? [{ ...product, fields }] : []
  })
}

function differences(shown: ShownRow, now: PlannedRow): Meanwhile[number]['fields'] {
  const fields = new Set([
    ...Object.keys(now.row.fields),
    ...Object.keys(shown.before),
    ...Object.keys(now.before),
  ])
  return [...fields].flatMap((name) => {
    const field = name as ProductField
    const before = valueBefore(shown, now, field)
    const after = valueBefore(now, now, field)
    return before === after ? [] : [{ field, before, after }]
  })
}

/** A product's value before the import: the row's own value where it changes nothing, empty for a new product. */
function valueBefore(
  { productId, before }: Pick<ShownRow, 'productId' | 'before'>,
  { row }: PlannedRow,
  field: ProductField,
): string {
  if (productId === null) return ''
  return formText(field in before ? before[field] : field === 'barcode' ? row.barcode : row.fields[field])
}
