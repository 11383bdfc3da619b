import type { ImportReport } from '#contract/import-report.ts'
import { type Choices, chosenUse, merged, type Preview, rowKey, turnedPairs } from './preview-choices.ts'

/** The effects of a person's choices on a preview: what saving would do. */

type Change = Preview['changes'][number]
type Fields = Change['fields']

const outcomeOf = (fields: readonly unknown[] | null, isNew: boolean) =>
  fields === null ? 'refused' : isNew ? 'created' : fields.length > 0 ? 'updated' : 'unchanged'

/** The report's numbers and problems, without the problems of rows that a choice has settled. */
export function withChoices(report: ImportReport, preview: Preview, choices: Choices): ImportReport {
  const counts = { ...report }
  const turned = turnedPairs(preview, choices)
  for (const { pair, same } of turned) {
    counts[outcomeOf(same ? pair.other : pair.same, same)] -= 1
    counts[outcomeOf(same ? pair.same : pair.other, !same)] += 1
  }
  const used = preview.repeated.filter((product) => chosenUse(product, choices) !== 0)
  const saved = turned.filter(({ pair, same }) => (same ? pair.same : pair.other) !== null)
  const settled = new Set([...saved.map(({ pair }) => pair), ...used.flatMap(({ rows }) => rows)].map(rowKey))
  return {
    ...counts,
    refused: counts.refused - used.reduce((sum, { rows }) => sum + rows.length - 1, 0),
    errors: report.errors.filter((problem) => !settled.has(rowKey(problem))),
  }
}

/** The changes that saving the preview with the choices would make. */
export function chosenChanges(preview: Preview, choices: Choices): Change[] {
  const names: Partial<Record<Fields[number]['field'], Map<string, string>>> = {
    category: merged(preview.newCategories, choices.categories),
    laboratory: merged(preview.newLaboratories, choices.laboratories),
  }
  const turned = new Map(turnedPairs(preview, choices).map((one) => [rowKey(one.pair), one]))
  const repeated = new Map(preview.repeated.map((product) => [rowKey(product), product]))
  return preview.changes.flatMap((shown) => {
    const change = pairedChange(shown, turned.get(rowKey(shown)))
    const fields = usedFields(change, repeated.get(rowKey(change)), choices)
      .filter(({ field }) => field !== 'stock' || choices.stock !== 'keep' || change.productId === null)
      .map((one) => ({ ...one, after: names[one.field]?.get(one.after) ?? one.after }))
      .filter(({ before, after }) => before !== after)
    return fields.length > 0 ? [{ ...change, fields }] : []
  })
}

/** The change with the choice for its pair. */
function pairedChange(change: Change, turned?: ReturnType<typeof turnedPairs>[number]): Change {
  if (!turned) return change
  const { pair, same } = turned
  const { _id: productId, name } = same ? pair.product : { _id: null, name: pair.name }
  return { ...change, productId, name, fields: (same ? pair.same : pair.other) ?? [] }
}

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
  const changed = repeated.fields.flatMap((field, at): Fields => {
    const values = repeated.rows.map((row) => row.values[at] ?? '')
    const joined =
      use === 'sum' && field === 'stock' ? String(repeated.sum) : (values.find((value) => value !== '') ?? '')
    const after = typeof use === 'number' ? (values[use] ?? '') : joined
    const known = fields.find((one) => one.field === field)
    const before = known?.before ?? (productId === null ? '' : (values[0] ?? ''))
    // A blank changes nothing of an existing product.
    return after === '' && productId !== null ? [] : [{ field, before, after }]
  })
  return [...fields.filter(({ field }) => !repeated.fields.includes(field)), ...changed]
}
