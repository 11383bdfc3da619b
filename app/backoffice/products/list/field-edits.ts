import { useEffect, useRef, useState } from 'react'
import type { ListedProduct, Product } from '#contract/products.ts'
import { browserApi } from '../../../api/client.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { notice } from '../../../ui/notice.tsx'
import { LABELS, pesosOf } from '../product-values.ts'

/** The fields that are edited in the list. */
export type EditedField = 'stock' | 'cost'

export type Cell = { id: string; field: EditedField }

/** The text typed into a cell: while it is being saved, or after it was refused. */
export type Typed = { text: string; saving: boolean; failure?: string }

/** A conflict: somebody else's version of the product, and the text typed here. */
export type Conflict = { before: Product; theirs: Product; field: EditedField; text: string }

const keyOf = ({ id, field }: Cell) => `${id} ${field}`

/**
 * Edits stock and price in the rows of a list: one cell is open at a time, and saves run in the background. Saved rows keep their
 * place until the list reloads; a refusal for a row that left the list shows in a dialog.
 */
export function useFieldEdits(rows: readonly ListedProduct[] | undefined) {
  const [open, setOpen] = useState<Cell | null>(null)
  const [typed, setTyped] = useState<Record<string, Typed>>({})
  const [saved, setSaved] = useState<Record<string, Product>>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** The running save of each product: the next save waits for it, because it needs the version in its answer. */
  const running = useRef(new Map<string, Promise<Product>>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: reloaded rows are newer than rows saved before
  useEffect(() => setSaved({}), [rows])

  const shown = rows?.map((row) => ({ ...row, ...saved[row._id] }))
  const inSight = useRef(shown)
  useEffect(() => {
    inSight.current = shown
  })
  useEffect(
    () => () => {
      inSight.current = undefined
    },
    [],
  )

  function note(cell: Cell, value: Typed | null) {
    setTyped((now) => {
      const { [keyOf(cell)]: _, ...rest } = now
      return value ? { ...rest, [keyOf(cell)]: value } : rest
    })
  }

  async function save(row: Product, field: EditedField, text: string) {
    const id = row._id
    const cell = { id, field }
    note(cell, { text, saving: true })
    const before = running.current.get(id)?.catch(() => row) ?? Promise.resolve(row)
    const sent = before.then(async (product) => {
      const body = { field, value: text.trim(), version: product.version }
      return (await browserApi.changeProductField({ params: { id }, body })).data
    })
    running.current.set(id, sent)
    try {
      const product = await sent
      setSaved((now) => ({ ...now, [id]: product }))
      note(cell, null)
    } catch (error) {
      const refusal = await refusalOf(error)
      const failure = refusal.issues[0]?.message ?? refusal.message
      note(cell, { text, saving: false, failure })
      if (!inSight.current?.some(({ _id }) => _id === id))
        await notice.error(`${LABELS[field]} de ${row.tradename}: ${failure}`)
      else {
        const theirs = refusal.dataOf('PRODUCT_CHANGED')
        if (theirs) setConflict({ before: row, theirs, field, text })
      }
    } finally {
      if (running.current.get(id) === sent) running.current.delete(id)
    }
  }

  /** Saves the typed text if the value differs. */
  function commit(cell: Cell, text: string) {
    const row = shown?.find(({ _id }) => _id === cell.id)
    if (row && meansOther(cell.field, text, row)) void save(row, cell.field, text)
    else note(cell, null)
  }

  /** The cell of the same field in the next row. */
  function below({ id, field }: Cell): Cell | null {
    const next = shown?.[shown.findIndex(({ _id }) => _id === id) + 1]
    return next ? { id: next._id, field } : null
  }

  return {
    rows: shown,
    typedIn: (cell: Cell) => typed[keyOf(cell)],
    isOpen: ({ id, field }: Cell) => open?.id === id && open.field === field,
    edit: setOpen,
    commit,
    below,
    conflict,
    /** Ends the conflict: saves the chosen text, or keeps the other person's version for null. */
    resolveConflict: (text: string | null) => {
      if (!conflict) return
      const cell = { id: conflict.theirs._id, field: conflict.field }
      setSaved((now) => ({ ...now, [cell.id]: conflict.theirs }))
      setConflict(null)
      if (text === null || text === String(conflict.theirs[conflict.field])) note(cell, null)
      else void save(conflict.theirs, cell.field, text)
    },
  }
}

export type FieldEdits = ReturnType<typeof useFieldEdits>

function meansOther(field: EditedField, text: string, product: Product) {
  const value = field === 'cost' ? (pesosOf(text) ?? Number.NaN) : Number(text.trim() || Number.NaN)
  return value !== product[field]
}
