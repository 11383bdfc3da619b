import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListedProduct, Product } from '#contract/products.ts'
import { browserApi } from '../../../api/client.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { useMounted } from '../../../forms/in-modal.ts'
import { FieldError } from '../../../ui/field.tsx'
import { notice } from '../../../ui/notice.tsx'
import { LABELS, pesosOf } from '../product-values.ts'

/** The fields that are edited in the list. */
type EditedField = 'stock' | 'cost'

/** Somebody else's version of a product, and the text typed here. `settle` saves a text, or keeps the other version for null. */
type Conflict = {
  before: Product
  theirs: Product
  field: EditedField
  text: string
  settle: (text: string | null) => void
}

/** Edits stock and price in the rows of a list. Saved rows keep their place until the list reloads. */
export function useFieldEdits(rows: readonly ListedProduct[] | undefined) {
  const [saved, setSaved] = useState<Readonly<Record<string, Product>>>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** The last version of each product, and the last save: the next one waits for it, because it needs its version. */
  const versions = useRef(new Map<string, string>())
  const last = useRef<Promise<unknown>>(Promise.resolve())

  // biome-ignore lint/correctness/useExhaustiveDependencies: reloaded rows are newer than rows saved before
  useEffect(() => {
    versions.current.clear()
    setSaved({})
  }, [rows])

  function take(product: Product) {
    versions.current.set(product._id, product.version)
    setSaved((now) => ({ ...now, [product._id]: product }))
  }

  return {
    rows: rows?.map((row) => ({ ...row, ...saved[row._id] })),
    take,
    save: (product: Product, field: EditedField, text: string): Promise<void> => {
      const { _id: id } = product
      const sent = last.current.then(async () => {
        const version = versions.current.get(id) ?? product.version
        const body = { field, value: text.trim(), version }
        take((await browserApi.changeProductField({ params: { id }, body })).data)
      })
      last.current = sent.catch(() => undefined)
      return sent
    },
    conflict,
    setConflict,
  }
}

export type FieldEdits = ReturnType<typeof useFieldEdits>

/**
 * A product's stock or price; a press opens it as a text field. Enter saves and opens the cell below, Escape discards the text,
 * leaving the field saves it. Saves run in the background; a refusal for a row that left the list shows in a dialog.
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
  const [isOpen, setOpen] = useState(false)
  /** The text while it is being saved, or after it was refused. */
  const [typed, setTyped] = useState<{ text: string; saving: boolean; failure?: string }>()
  const button = useRef<HTMLButtonElement>(null)
  const mounted = useMounted()
  const label = `${LABELS[field]} de ${product.tradename}`

  /** Saves the text if it means another value than the product has. */
  async function commit(text: string, of = product) {
    if (!meansOther(field, text, of)) return setTyped(undefined)
    setTyped({ text, saving: true })
    try {
      await edits.save(of, field, text)
      setTyped(undefined)
    } catch (error) {
      const refusal = await refusalOf(error)
      const failure = refusal.issues[0]?.message ?? refusal.message
      setTyped({ text, saving: false, failure })
      const theirs = refusal.dataOf('PRODUCT_CHANGED')
      if (!mounted.current) await notice.error(`${label}: ${failure}`)
      else if (theirs)
        edits.setConflict({
          ...{ before: of, theirs, field, text },
          settle: (chosen) => {
            edits.setConflict(null)
            edits.take(theirs)
            void commit(chosen ?? String(theirs[field]), theirs)
          },
        })
    }
  }

  function close({ focus }: { focus: boolean }) {
    if (!focus) return setOpen(false)
    flushSync(() => setOpen(false))
    button.current?.focus()
  }

  if (isOpen)
    return (
      <Input
        label={label}
        start={typed?.text ?? String(product[field])}
        onDone={(input, key) => {
          const below = key === 'Enter' ? input.closest('tr')?.nextElementSibling : undefined
          const next = below?.querySelector<HTMLElement>(`[data-field=${field}]`)
          if (key !== 'Escape') void commit(input.value)
          close({ focus: key !== undefined && !next })
          next?.click()
        }}
      />
    )
  return (
    <div
      className={`grid justify-items-end gap-1 as-card:justify-items-start compact:as-table:inline-flex compact:as-table:flex-col compact:as-table:items-end ${typed?.failure ? 'as-table:min-w-32' : ''}`}
    >
      <button
        ref={button}
        type="button"
        data-field={field}
        onClick={() => setOpen(true)}
        aria-busy={typed?.saving || undefined}
        className={`-mx-2 inline-flex min-h-9 min-w-16 items-center justify-end gap-2 rounded-lg border border-transparent px-2 tabular-nums underline decoration-dotted decoration-edge underline-offset-4 hover:border-edge hover:bg-paper as-card:justify-start compact:as-table:-mr-1 compact:as-table:min-h-8 compact:as-table:min-w-10 ${typed?.saving ? 'opacity-60' : ''} ${typed?.failure ? 'border-coral text-coral' : ''}`}
      >
        <span className="sr-only">{label}: </span>
        {typed ? typed.text : children}
        <span className="sr-only">. Editar</span>
      </button>
      <FieldError error={typed?.failure} />
    </div>
  )
}

/** The open field. `onDone` is called once: with the pressed key, or without one when the field is left. */
function Input({
  label,
  start,
  onDone,
}: {
  label: string
  start: string
  onDone: (input: HTMLInputElement, key?: 'Enter' | 'Escape') => void
}) {
  const input = useRef<HTMLInputElement>(null)
  // Closing the field also blurs it.
  const isDone = useRef(false)
  const finish = useRef(onDone)
  finish.current = (field, key) => {
    if (isDone.current) return
    isDone.current = true
    onDone(field, key)
  }
  useEffect(() => {
    const field = input.current!
    field.focus()
    field.select()
    return () => {
      // The cell's row has left the list, by Back or by a filter whose list loaded slowly.
      if (!field.isConnected) finish.current(field)
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
        const { key, currentTarget } = event
        if (key !== 'Enter' && key !== 'Escape') return
        finish.current(currentTarget, key)
        event.preventDefault()
        event.stopPropagation()
      }}
      onBlur={({ target }) => finish.current(target)}
      className="control -mx-2 min-h-9 w-24 compact:as-table:min-h-8 px-2 py-1 text-right tabular-nums as-card:text-left"
    />
  )
}

function meansOther(field: EditedField, text: string, product: Product) {
  const value = field === 'cost' ? (pesosOf(text) ?? Number.NaN) : Number(text.trim() || Number.NaN)
  return value !== product[field]
}
