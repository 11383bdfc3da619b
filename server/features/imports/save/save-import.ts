import { isDeepStrictEqual } from 'node:util'
import type { ImportChanged, ImportReport } from '#contract/import-report.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db } from '../../../database/schema.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { type Choices, NO_CHOICES, type Plan, planImport } from '../plan/plan-import.ts'
import { fieldChanges } from '../plan/plan-row.ts'
import { rowsOf } from '../rows/repeated-rows.ts'
import { codeOf, type ReadRows, rowKey } from '../rows/workbook-rows.ts'
import {
  findImport,
  lockForImport,
  lockImport,
  oneImportAtATime,
  type ShownRow,
  type StoredPreview,
} from './import-store.ts'
import { storePreview } from './report-import.ts'
import { savePlan } from './save-plan.ts'

type Save = { id: string; choices: Choices; actor: Actor }

/**
 * Saves a preview in one transaction. Its rows are planned again, without the choices: if shown values
 * have changed, only a new preview is stored. An import that is saved already is returned unchanged.
 *
 * @throws Refusal NOT_FOUND; IMPORT_STATE when it was refused or undone; IMPORT_CHANGED with the new preview as data; BAD_INPUT for a
 *   merge into an unknown name, or when no row is left; TOO_MANY while another import runs
 */
export async function saveImport(database: Db, { id, choices, actor }: Save): Promise<ImportReport> {
  const { meanwhile, ...data } = await oneImportAtATime(database, () =>
    inTransaction(database, async (tx): Promise<Partial<ImportChanged> & Pick<ImportChanged, 'import'>> => {
      await lockForImport(tx)
      const { state, preview } = await lockImport(tx, id)
      if (state === 'saved') return { import: (await findImport(tx, id))! }
      if (!preview) throw new Refusal('IMPORT_STATE')
      const { options } = preview.report
      const read = readRowsOf(preview)
      const asShown = await planImport(tx, read, options)
      const meanwhile = changesSince(preview.rows, asShown, choices)
      if (meanwhile.length > 0)
        return { import: await storePreview(tx, asShown, read, { id }, preview.report.reasons), meanwhile }
      const plan = isDeepStrictEqual(choices, NO_CHOICES)
        ? asShown
        : await planImport(tx, read, options, choices)
      if (plan.rows.length === 0)
        throw new Refusal('BAD_INPUT', { message: 'No queda ninguna fila que guardar.' })
      return { import: await savePlan(tx, plan, { id, fileName: preview.fileName, actor }) }
    }),
  )
  if (meanwhile) throw new Refusal('IMPORT_CHANGED', { data: { ...data, meanwhile } })
  return data.import
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
export const replanImport = (database: Db, { id, recognize: by, ...again }: Again): Promise<ImportReport> =>
  oneImportAtATime(database, () =>
    inTransaction(database, async (tx) => {
      const { preview } = await lockImport(tx, id)
      if (!preview) throw new Refusal('IMPORT_STATE')
      const { options, reasons } = preview.report
      const { round = options.round, stockReport = options.stockReport } = again
      const read = readRowsOf(preview)
      const plan = await planImport(tx, read, {
        ...{ ...options, round, stockReport: options.stockReport && stockReport },
        ...(by && { recognize: { ...options.recognize, by, refuseNear: false } }),
      })
      return storePreview(tx, plan, read, { id }, reasons)
    }),
  )

/** A preview's rows, with those that were refused when it was read: a plan finds the others again. */
function readRowsOf({ report: { sheets, options }, refused, rows }: StoredPreview): ReadRows {
  const stored = new Set(rows.flatMap(rowsOf).map(rowKey))
  const { repeated } = options
  return { rows, sheets, repeated, refused: refused.filter((row) => !stored.has(rowKey(row))) }
}

type Meanwhile = ImportChanged['meanwhile']

/**
 * The changes since a preview was shown: products whose imported fields differ now, rows that can't be saved any more (without fields), and
 * refused rows that can be saved now. Skipped rows and stock that is to stay don't count.
 *
 * @param plan the plan of the same rows without choices
 */
function changesSince(shown: readonly ShownRow[], plan: Plan, { skip, stock }: Choices): Meanwhile {
  const skipped = new Set(skip.map(rowKey))
  const planned = new Map(plan.rows.map((row) => [rowKey(row.row), row]))
  return shown.flatMap((row) => {
    if (skipped.has(rowKey(row))) return []
    const now = planned.get(rowKey(row))
    const product = { barcode: codeOf(row), name: now?.name ?? row.fields.tradename ?? '' }
    if (!row.shown) return now ? [{ ...product, fields: fieldChanges(now) }] : []
    if (!now) return [{ ...product, fields: [] }]
    const fields = differences(row.shown, fieldChanges(now)).filter(
      ({ field }) => field !== 'stock' || stock === 'file' || row.productId === null,
    )
    return fields.length > 0 || now.productId !== row.productId ? [{ ...product, fields }] : []
  })
}

/** The fields whose value before the import isn't the shown one any more, which both may equal the file's. */
function differences(shown: FieldChanges, now: FieldChanges): FieldChanges {
  const [was, is] = [shown, now].map((changes) => new Map(changes.map((change) => [change.field, change])))
  return [...new Set([...shown, ...now].map(({ field }) => field))].flatMap((field) => {
    const before = was!.get(field)?.before ?? is!.get(field)!.after
    const after = is!.get(field)?.before ?? was!.get(field)!.after
    return before === after ? [] : [{ field, before, after }]
  })
}

type FieldChanges = Meanwhile[number]['fields']
