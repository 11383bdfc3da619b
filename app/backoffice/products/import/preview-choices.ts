import type { CallInput } from '#contract/call.ts'
import type { ImportReport } from '#contract/import-report.ts'
import type { importCalls } from '#contract/imports.ts'
import { parseStored } from '../../../browser/browser-storage.ts'
import type { Change } from './changes-table.tsx'

/** Choices that a person makes in a preview. Names and rows are kept by key, so that a newer preview finds them again. */
export type Choices = {
  /** Null until chosen. The choice is required only if the import would put sold units back into the stock. */
  stock: 'file' | 'keep' | null
  /** The new categories that are merged with the similar existing category. */
  categories: ReadonlySet<string>
  laboratories: ReadonlySet<string>
  /** Rows that are left out, by `rowKey`. */
  skipped: ReadonlySet<string>
  /** The use of contradicting rows, by the `rowKey` of their product; without an entry see {@link chosenUse}. */
  uses: ReadonlyMap<string, RowUse>
  /** Whether a row that resembles a product of the shop is that product, by `rowKey`; without an entry the proposal counts. */
  pairs: ReadonlyMap<string, boolean>
  /** The ingredients whose sale condition is taken from the file, although the list contradicts it. */
  trusted: ReadonlySet<string>
}

/**
 * The index of a product's row, from 0; `fill`: the first row, with its blanks filled from the other rows; `sum`: the same, with
 * the units of all rows added up.
 */
export type RowUse = number | 'fill' | 'sum'

export const NO_CHOICES: Choices = {
  stock: null,
  categories: new Set(),
  laboratories: new Set(),
  skipped: new Set(),
  uses: new Map(),
  pairs: new Map(),
  trusted: new Set(),
}

const storageKey = (importId: string) => `elecciones ${importId}`

/** Stores the choices in this tab, for a reload and for Back; null removes them. */
export function storeChoices(importId: string, choices: Choices | null) {
  if (!choices) return sessionStorage.removeItem(storageKey(importId))
  const asLists = (_: string, value: unknown) =>
    value instanceof Set || value instanceof Map ? [...value] : value
  sessionStorage.setItem(storageKey(importId), JSON.stringify(choices, asLists))
}

type Stored = Pick<Choices, 'stock'> &
  Record<'categories' | 'laboratories' | 'skipped' | 'trusted', string[]> & {
    uses: [string, RowUse][]
    pairs: [string, boolean][]
  }

export function readChoices(importId: string): Choices {
  const stored = parseStored<Stored>(sessionStorage.getItem(storageKey(importId)))
  if (!stored) return NO_CHOICES
  return {
    stock: stored.stock,
    categories: new Set(stored.categories),
    laboratories: new Set(stored.laboratories),
    skipped: new Set(stored.skipped),
    uses: new Map(stored.uses),
    pairs: new Map(stored.pairs),
    trusted: new Set(stored.trusted),
  }
}

export const rowKey = ({ sheet, row }: { sheet: string; row: number }) => `${row} ${sheet}`

/** The set with or without the members. */
export function withMembership<Member>(set: ReadonlySet<Member>, members: readonly Member[], on: boolean) {
  const next = new Set(set)
  for (const member of members) {
    if (on) next.add(member)
    else next.delete(member)
  }
  return next
}

type Preview = NonNullable<ImportReport['preview']>
type NewName = Preview['newCategories'][number]

/** Maps each chosen name to the name that replaces it. The similar name may itself be new and be merged in turn. */
function merged(names: readonly NewName[], chosen: ReadonlySet<string>): Map<string, string> {
  const similar = new Map(
    names.flatMap(({ name, similar }) => (similar !== null && chosen.has(name) ? [[name, similar]] : [])),
  )
  const last = (name: string, steps = similar.size): string => {
    const next = similar.get(name)
    return next === undefined || steps === 0 ? name : last(next, steps - 1)
  }
  return new Map([...similar.keys()].map((name) => [name, last(name)]))
}

/** The chosen use of a product's rows; without a choice the sum of its lots, or else its first row. */
export const chosenUse = (product: Preview['repeated'][number], { uses }: Pick<Choices, 'uses'>): RowUse =>
  uses.get(rowKey(product)) ?? (product.lots && product.sum !== undefined ? 'sum' : 0)

type SaveBody = NonNullable<CallInput<typeof importCalls.saveImport>['body']>

/** The body of the call that saves the import: the choices that apply to this preview. */
export function saveBody(preview: Preview, choices: Choices) {
  const skip = new Map(preview.suspicious.map(({ sheet, row }) => [rowKey({ sheet, row }), { sheet, row }]))
  return {
    stock: choices.stock ?? 'file',
    mergeCategories: Object.fromEntries(merged(preview.newCategories, choices.categories)),
    mergeLaboratories: Object.fromEntries(merged(preview.newLaboratories, choices.laboratories)),
    repeated: preview.repeated.flatMap((product) => {
      const { sheet, row } = product
      const use = chosenUse(product, choices)
      return use === 0 ? [] : [{ sheet, row, use }]
    }),
    pairs: preview.pairs.flatMap((pair) => {
      const { sheet, row } = pair
      const same = isSame(pair, choices)
      return same === (pair.proposed === 'same') ? [] : [{ sheet, row, same }]
    }),
    trusted: [...choices.trusted],
    skip: [...skip].filter(([key]) => choices.skipped.has(key)).map(([, row]) => row),
  } satisfies SaveBody
}

/** Whether a row is the product that it resembles: as chosen, else as proposed. */
export const isSame = (pair: Preview['pairs'][number], { pairs }: Pick<Choices, 'pairs'>): boolean =>
  pairs.get(rowKey(pair)) ?? pair.proposed === 'same'

/** The preview's changes, with the choices for the pairs applied. */
function pairedChanges({ changes, pairs }: Preview, choices: Choices): Change[] {
  const turned = new Map(
    pairs.flatMap((pair) => {
      const same = isSame(pair, choices)
      return same === (pair.proposed === 'same') ? [] : [[rowKey(pair), { pair, same }] as const]
    }),
  )
  return changes.flatMap((change): Change[] => {
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
  for (const { sheet, row, same } of saveBody(preview, choices).pairs) {
    const pair = preview.pairs.find((one) => one.sheet === sheet && one.row === row)
    if (!pair) continue
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
