/** The effects of a person's choices on a preview: the changes that saving would make. */
import type { ImportReport } from '#contract/import-report.ts'
import type { Change } from './changes-table.tsx'
import {
  type Choices,
  chosenUse,
  merged,
  type Preview,
  rowKey,
  saveBody,
  turnedPairs,
} from './preview-choices.ts'

/** The preview's changes, with the choices for the pairs applied. */
function pairedChanges(preview: Preview, choices: Choices): Change[] {
  const turned = new Map(turnedPairs(preview, choices).map((one) => [rowKey(one.pair), one]))
  return preview.changes.flatMap((change): Change[] => {
    const found = turned.get(rowKey(change))
    if (!found) return [change]
    const { pair, same } = found
    const fields = same ? pair.same : pair.other
    const product = same
      ? { productId: pair.product._id, name: pair.product.name }
      : { productId: null, name: pair.name }
    return fields ? [{ ...change, ...product, fields }] : []
  })
}

/** The report, its numbers and problems, with the choices for the pairs applied. */
export function withPairs(report: ImportReport, preview: Preview, choices: Choices): ImportReport {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const count = (fields: readonly unknown[] | null, isNew: boolean, by: number) => {
    if (fields === null) counts.refused += by
    else if (isNew) counts.created += by
    else if (fields.length > 0) counts.updated += by
    else counts.unchanged += by
  }
  const saved = new Set<string>()
  for (const { pair, same } of turnedPairs(preview, choices)) {
    count(same ? pair.other : pair.same, same, -1)
    count(same ? pair.same : pair.other, !same, 1)
    if ((same ? pair.same : pair.other) !== null) saved.add(rowKey(pair))
  }
  return {
    ...report,
    created: report.created + counts.created,
    updated: report.updated + counts.updated,
    unchanged: report.unchanged + counts.unchanged,
    refused: report.refused + counts.refused,
    errors: report.errors.filter((problem) => !saved.has(rowKey(problem))),
  }
}

/** The changes that saving the preview with the choices would make. */
export function chosenChanges(preview: Preview, choices: Choices): Change[] {
  const categories = merged(preview.newCategories, choices.categories)
  const laboratories = merged(preview.newLaboratories, choices.laboratories)
  const repeated = new Map(preview.repeated.map((product) => [rowKey(product), product]))
  return pairedChanges(preview, choices).flatMap((change) => {
    const fields = usedFields(change, repeated.get(rowKey(change)), choices)
      .filter(({ field }) => field !== 'stock' || choices.stock !== 'keep' || change.productId === null)
      .map((one) => {
        if (one.field === 'category') return { ...one, after: categories.get(one.after) ?? one.after }
        if (one.field === 'laboratory') return { ...one, after: laboratories.get(one.after) ?? one.after }
        return one
      })
      .filter(({ before, after }) => before !== after)
    return fields.length > 0 ? [{ ...change, fields }] : []
  })
}

type Fields = Change['fields']

/**
 * The changes of a product with the chosen use of its rows. A field that the first row doesn't change has the first row's value
 * as `before`.
 */
function usedFields(
  { fields, productId }: Change,
  repeated: Preview['repeated'][number] | undefined,
  choices: Choices,
): Fields {
  const use = repeated ? chosenUse(repeated, choices) : 0
  if (!repeated || use === 0) return fields
  const values = repeated.rows.map((row) => row.values)
  const changed = repeated.fields.flatMap((field, at): Fields => {
    const first = values[0]?.[at] ?? ''
    const filled = values.map((one) => one[at]).find(Boolean) ?? ''
    const joined = use === 'sum' && field === 'stock' ? String(repeated.sum) : first || filled
    const after = typeof use === 'number' ? (values[use]?.[at] ?? '') : joined
    const known = fields.find((one) => one.field === field)
    const before = known?.before ?? (productId === null ? '' : first)
    // A blank changes nothing of an existing product.
    return after === '' && productId !== null ? [] : [{ field, before, after }]
  })
  return [...fields.filter(({ field }) => !repeated.fields.includes(field)), ...changed]
}

/** The report without the problems of contradicting rows that a choice has settled, and with their number taken off. */
export function withoutSettledProblems(
  report: ImportReport,
  preview: Preview,
  choices: Choices,
): ImportReport {
  const { repeated } = saveBody(preview, choices)
  const chosen = new Set(repeated.map(rowKey))
  const products = preview.repeated.filter((product) => chosen.has(rowKey(product)))
  const settled = new Set(products.flatMap(({ rows }) => rows.map(rowKey)))
  return settled.size === 0
    ? report
    : {
        ...report,
        refused: report.refused - settled.size + products.length,
        errors: report.errors.filter((problem) => !settled.has(rowKey(problem))),
      }
}
