import { useEffect, useRef } from 'react'
import type { Product } from '#contract/products.ts'
import { FieldError } from '../../../ui/field.tsx'
import { LABELS } from '../product-values.ts'
import type { EditedField, FieldEdits } from './field-edits.ts'

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
