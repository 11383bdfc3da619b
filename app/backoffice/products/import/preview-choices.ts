import { createContext, use } from 'react'
import type { CallInput } from '#contract/call.ts'
import type { ImportReport } from '#contract/import-report.ts'
import type { importCalls } from '#contract/imports.ts'
import { parseStored } from '../../../browser/browser-storage.ts'

/** Whether each thing is ticked, by its key. */
type Ticks = Readonly<Record<string, boolean>>

/** Choices that a person makes in a preview. Names and rows are kept by key, so that a newer preview finds them again. */
export type Choices = {
  /** Null until chosen. The choice is required only if the import would put sold units back into the stock. */
  stock: 'file' | 'keep' | null
  /** The new categories and laboratories that are merged with the similar existing one, by name. */
  categories: Ticks
  laboratories: Ticks
  /** Rows that are left out, by `rowKey`. */
  skipped: Ticks
  /** The use of contradicting rows, by the `rowKey` of their product; without an entry see {@link chosenUse}. */
  uses: Readonly<Record<string, RowUse>>
  /** Whether a row that resembles a product of the shop is that product, by `rowKey`; without an entry the proposal counts. */
  pairs: Ticks
  /** The ingredients whose sale condition is taken from the file, although the list contradicts it. */
  trusted: Ticks
}

/**
 * The index of a product's row, from 0; `fill`: the first row, with its blanks filled from the other rows; `sum`: the same, with
 * the units of all rows added up.
 */
export type RowUse = number | 'fill' | 'sum'

export const NO_CHOICES: Choices = {
  stock: null,
  categories: {},
  laboratories: {},
  skipped: {},
  uses: {},
  pairs: {},
  trusted: {},
}

export type Preview = NonNullable<ImportReport['preview']>

/** An import that isn't saved. */
export type Previewed = ImportReport & { preview: Preview }

/** The import that is previewed, for the sections of its screen, with a person's choices and the function that changes them. */
type Previewing = {
  report: Previewed
  preview: Preview
  choices: Choices
  /** Whether the import is being saved. */
  disabled: boolean
  choose: (change: Partial<Choices>) => void
}

export const Previewing = createContext<Previewing | null>(null)

export const usePreviewing = () => use(Previewing)!

/** The values by key, with one value for several keys. */
export const withValue = <Value>(
  values: Readonly<Record<string, Value>>,
  keys: readonly string[],
  value: Value,
) => ({ ...values, ...Object.fromEntries(keys.map((key) => [key, value])) })

const storageKey = (importId: string) => `elecciones ${importId}`

/** Stores the choices in this tab, for a reload and for Back; null removes them. */
export function storeChoices(importId: string, choices: Choices | null) {
  if (choices) sessionStorage.setItem(storageKey(importId), JSON.stringify(choices))
  else sessionStorage.removeItem(storageKey(importId))
}

export const readChoices = (importId: string): Choices => ({
  ...NO_CHOICES,
  ...parseStored<Choices>(sessionStorage.getItem(storageKey(importId))),
})

export const rowKey = ({ sheet, row }: { sheet: string; row: number }) => `${row} ${sheet}`

/** Whether a key is ticked; a name such as "constructor" is none. */
export const isTicked = (ticks: Ticks, key: string) => ticks[key] === true

type NewName = Preview['newCategories'][number]

/** The chosen names, each with the name that replaces it. */
export const merged = (names: readonly NewName[], chosen: Ticks) =>
  new Map(
    names.flatMap(({ name, similar }) =>
      similar !== null && isTicked(chosen, name) ? [[name, similar] as const] : [],
    ),
  )

/** The chosen use of a product's rows; without a choice the sum of its lots, or else its first row. */
export const chosenUse = (product: Preview['repeated'][number], { uses }: Pick<Choices, 'uses'>): RowUse =>
  uses[rowKey(product)] ?? (product.lots && product.sum !== undefined ? 'sum' : 0)

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
    pairs: turnedPairs(preview, choices).map(({ pair: { sheet, row }, same }) => ({ sheet, row, same })),
    trusted: Object.keys(choices.trusted).filter((ingredient) => isTicked(choices.trusted, ingredient)),
    skip: [...skip].flatMap(([key, row]) => (isTicked(choices.skipped, key) ? [row] : [])),
  } satisfies SaveBody
}

/** The pairs for which a person chose otherwise than proposed. */
export const turnedPairs = ({ pairs }: Preview, choices: Choices) =>
  pairs
    .map((pair) => ({ pair, same: isSame(pair, choices) }))
    .filter(({ pair, same }) => same !== (pair.proposed === 'same'))

/** Whether a row is the product that it resembles: as chosen, else as proposed. */
export const isSame = (pair: Preview['pairs'][number], { pairs }: Pick<Choices, 'pairs'>): boolean =>
  pairs[rowKey(pair)] ?? pair.proposed === 'same'
