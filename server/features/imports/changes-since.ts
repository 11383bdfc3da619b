import type { ImportChanged } from '#contract/import-report.ts'
import type { ProductField } from '#contract/product-fields.ts'
import type { ShownRow } from './import-store.ts'
import type { Choices, Plan } from './plan-import.ts'
import type { PlannedRow } from './plan-row.ts'
import { formText } from './preview-plan.ts'
import { codeOf, rowKey } from './workbook-rows.ts'

type Meanwhile = ImportChanged['meanwhile']

/**
 * The changes since a preview was shown: products whose imported fields differ now, and rows that can't be saved any more (without
 * fields). Skipped rows and stock that is to stay don't count.
 *
 * @param plan the plan of the same rows without choices
 */
export function changesSince(shown: readonly ShownRow[], plan: Plan, { skip, stock }: Choices): Meanwhile {
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
