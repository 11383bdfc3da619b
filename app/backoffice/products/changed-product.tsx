import { useState } from 'react'
import { type ProductField, productFieldNames } from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { displayValue, LABELS, type ProductValues, valuesOf } from './product-values.ts'

/**
 * Shown when somebody else saved the product while it was being edited: the person chooses the value of each field that
 * differs. Preselected are the values that only the other person changed, and otherwise what was typed.
 */
export function ChangedProduct({
  before,
  theirs,
  mine,
  onClose,
  onChoose,
}: {
  before: Product
  /** The product as the other person saved it; null when nobody did. */
  theirs: Product | null
  mine: () => ProductValues
  onClose: () => void
  onChoose: (values: ProductValues) => void
}) {
  return (
    <Modal open={theirs !== null} onClose={onClose} title="Otra persona modificó este producto" wide>
      {theirs && (
        <Choice
          before={valuesOf(before)}
          theirs={valuesOf(theirs)}
          mine={mine()}
          imageChanged={before.photo !== theirs.photo}
          onClose={onClose}
          onChoose={onChoose}
        />
      )}
    </Modal>
  )
}

function Choice({
  before,
  theirs,
  mine,
  imageChanged,
  onClose,
  onChoose,
}: {
  before: ProductValues
  theirs: ProductValues
  mine: ProductValues
  imageChanged: boolean
  onClose: () => void
  onChoose: (values: ProductValues) => void
}) {
  const differing = productFieldNames.filter((name) => theirs[name] !== mine[name])
  const [taken, setTaken] = useState<Partial<ProductValues>>(() =>
    Object.fromEntries(
      differing.map((name) => [name, mine[name] === before[name] ? theirs[name] : mine[name]]),
    ),
  )
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose({ ...mine, ...taken })
      }}
    >
      <p className="text-soft">
        {differing.length > 0
          ? 'Revisa los datos en que difieren lo guardado y lo que escribiste, y elige con cuál quedarse.'
          : 'Lo guardado dice lo mismo que escribiste.'}
        {imageChanged && ' La imagen también cambió.'}
      </p>
      <div className="grid gap-4">
        {differing.map((name) => (
          <Field
            key={name}
            name={name}
            theirs={theirs[name]}
            mine={mine[name]}
            taken={taken[name] ?? ''}
            onTake={(value) => setTaken((now) => ({ ...now, [name]: value }))}
          />
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Seguir editando
        </Button>
        <Button type="submit">Guardar lo elegido</Button>
      </div>
    </form>
  )
}

function Field({
  name,
  theirs,
  mine,
  taken,
  onTake,
}: {
  name: ProductField
  theirs: string
  mine: string
  taken: string
  onTake: (value: string) => void
}) {
  const options = [
    ['Guardado ahora', theirs],
    ['Lo que escribiste', mine],
  ] as const
  return (
    <fieldset className="min-w-0 border-line border-t pt-3">
      <legend className="float-left mb-1 font-semibold">{LABELS[name]}</legend>
      <div className="clear-both grid gap-2 sm:grid-cols-2">
        {options.map(([origin, value]) => (
          <label
            key={origin}
            className="flex min-w-0 cursor-pointer items-start gap-3 rounded-lg border border-line p-3 has-checked:border-brand has-checked:bg-mint"
          >
            <input
              type="radio"
              name={name}
              checked={taken === value}
              onChange={() => onTake(value)}
              className="mt-0.5 size-5 shrink-0 accent-brand"
            />
            <span className="min-w-0">
              <span className="block text-sm text-soft">{origin}</span>
              <span className="wrap-anywhere">{displayValue(name, value)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
