import { useEffect, useRef, useState } from 'react'
import type { ListedProduct, Product } from '#contract/products.ts'
import { browserApi } from '../../../api/client.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { FieldError } from '../../../ui/field.tsx'
import { notice } from '../../../ui/notice.tsx'
import { LABELS, pesosOf } from '../product-values.ts'

/**
 * A product's stock or price; a press opens it as a text field. Enter saves and opens the cell below, Escape discards the text,
 * leaving the field saves it.
 */
export function FieldCell({
  product,
  field,
  edits,
  children,
}: {
  product: Product
  field: EditedField
  edits: FieldEdits
  /** The value as it is shown. */
  children: React.ReactNode
}) {
  const cell = { id: product._id, field }
  const isOpen = edits.isOpen(cell)
  const typed = edits.typedIn(cell)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const back = useRef(false)
  useEffect(() => {
    // After Escape, or after Enter in the last row.
    if (wasOpen.current && !isOpen && back.current) button.current?.focus()
    back.current = false
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen)
    return (
      <Input
        label={`${LABELS[field]} de ${product.tradename}`}
        start={typed?.text ?? String(product[field])}
        onEnter={(text) => {
          edits.commit(cell, text)
          const next = edits.below(cell)
          back.current = next === null
          edits.edit(next)
        }}
        onEscape={() => {
          back.current = true
          edits.edit(null)
        }}
        onLeave={(text) => {
          edits.commit(cell, text)
          edits.edit(null)
        }}
      />
    )
  return (
    <div className="grid justify-items-end gap-1 as-card:justify-items-start compact:as-table:inline-flex compact:as-table:flex-col compact:as-table:items-end">
      <button
        ref={button}
        type="button"
        onClick={() => edits.edit(cell)}
        aria-busy={typed?.saving || undefined}
        className={`-mx-2 inline-flex min-h-9 min-w-16 items-center justify-end gap-2 rounded-lg border border-transparent px-2 tabular-nums underline decoration-dotted decoration-edge underline-offset-4 hover:border-edge hover:bg-paper as-card:justify-start compact:as-table:-mr-1 compact:as-table:min-h-8 compact:as-table:min-w-10 ${typed?.saving ? 'opacity-60' : ''} ${typed?.failure ? 'border-coral text-coral' : ''}`}
      >
        <span className="sr-only">
          {LABELS[field]} de {product.tradename}:{' '}
        </span>
        {typed ? typed.text : children}
        <span className="sr-only">. Editar</span>
      </button>
      <FieldError error={typed?.failure} />
    </div>
  )
}

function Input({
  label,
  start,
  onEnter,
  onEscape,
  onLeave,
}: {
  label: string
  start: string
  onEnter: (text: string) => void
  onEscape: () => void
  onLeave: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  // Closing the field also blurs it.
  const done = useRef(false)
  const finish = (act: (text: string) => void, text = input.current?.value ?? start) => {
    if (done.current) return
    done.current = true
    act(text)
  }
  const leave = useRef((_text: string) => {})
  leave.current = (text) => finish(onLeave, text)
  useEffect(() => {
    const field = input.current
    field?.focus()
    field?.select()
    return () => {
      // The cell's row has left the list, by Back or by a filter whose list loaded slowly.
      if (field && !field.isConnected) leave.current(field.value)
    }
  }, [])
  return (
    <input
      ref={input}
      aria-label={label}
      defaultValue={start}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(onEnter)
        else if (event.key === 'Escape') finish(onEscape)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
      onBlur={() => finish(onLeave)}
      className="control -mx-2 min-h-9 w-24 compact:as-table:min-h-8 px-2 py-1 text-right tabular-nums as-card:text-left"
    />
  )
}

/** The fields that are edited in the list. */
export type EditedField = 'stock' | 'cost'

type Cell = { id: string; field: EditedField }

/** The text typed into a cell: while it is being saved, or after it was refused. */
type Typed = { text: string; saving: boolean; failure?: string }

/** A conflict: somebody else's version of the product, and the text typed here. */
type Conflict = { before: Product; theirs: Product; field: EditedField; text: string }

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
