import type { CallInput } from '#contract/call.ts'
import type { ImportReport } from '#contract/import-report.ts'
import type { importCalls } from '#contract/imports.ts'
import type { Change } from './changes-table.tsx'

/** Choices that a person makes in a preview. Names and rows are kept by key, so that a newer preview finds them again. */
export type Choices = {
  /** Null until chosen; asked only when the import would put sold units back. */
  stock: 'file' | 'keep' | null
  /** The new categories that are merged with the similar existing category. */
  categories: ReadonlySet<string>
  laboratories: ReadonlySet<string>
  /** Rows that are left out, by `rowKey`. */
  skipped: ReadonlySet<string>
}

export const NO_CHOICES: Choices = {
  stock: null,
  categories: new Set(),
  laboratories: new Set(),
  skipped: new Set(),
}

export const rowKey = ({ sheet, row }: { sheet: string; row: number }) => `${row} ${sheet}`

/** The set with or without the members. */
export function toggled<Member>(set: ReadonlySet<Member>, members: readonly Member[], on: boolean) {
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
function merged(names: readonly NewName[], chosen: ReadonlySet<string>): Record<string, string> {
  const similar = new Map(
    names.flatMap(({ name, similar }) => (similar !== null && chosen.has(name) ? [[name, similar]] : [])),
  )
  const last = (name: string, steps = similar.size): string => {
    const next = similar.get(name)
    return next === undefined || steps === 0 ? name : last(next, steps - 1)
  }
  return Object.fromEntries([...similar.keys()].map((name) => [name, last(name)]))
}

type SaveBody = NonNullable<CallInput<typeof importCalls.saveImport>['body']>

/** The body of the call that saves the import: the choices that apply to this preview. */
export function saveBody(preview: Preview, choices: Choices) {
  const skip = new Map(preview.suspicious.map(({ sheet, row }) => [rowKey({ sheet, row }), { sheet, row }]))
  return {
    stock: choices.stock ?? 'file',
    mergeCategories: merged(preview.newCategories, choices.categories),
    mergeLaboratories: merged(preview.newLaboratories, choices.laboratories),
    skip: [...skip].filter(([key]) => choices.skipped.has(key)).map(([, row]) => row),
  } satisfies SaveBody
}

/** The changes that saving the preview with the choices would make. */
export function chosenChanges(preview: Preview, choices: Choices): Change[] {
  const { stock, mergeCategories, mergeLaboratories } = saveBody(preview, choices)
  return preview.changes.flatMap((change) => {
    const fields = change.fields
      .filter(({ field }) => field !== 'stock' || stock === 'file' || change.productId === null)
      .map((one) => {
        if (one.field === 'category') return { ...one, after: mergeCategories[one.after] ?? one.after }
        if (one.field === 'laboratory') return { ...one, after: mergeLaboratories[one.after] ?? one.after }
        return one
      })
      .filter(({ before, after }) => before !== after)
    return fields.length > 0 ? [{ ...change, fields }] : []
  })
}
