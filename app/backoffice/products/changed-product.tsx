import { useState } from 'react'
import { productFieldNames } from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { About, RadioCards } from './import/section.tsx'
import { displayValue, LABELS, type ProductValues, valuesOf } from './product-values.ts'

type Versions = {
  before: Product
  /** The product as the other person saved it. */
  theirs: Product
  mine: () => ProductValues
  onClose: () => void
  onChoose: (values: ProductValues) => void
}

/**
 * Shown when somebody else saved the product while it was being edited: the person chooses the value of each field that
 * differs. Preselected are the values that only the other person changed, and otherwise what was typed.
 *
 * @param theirs null when nobody did
 */
export const ChangedProduct = ({
  theirs,
  ...rest
}: Omit<Versions, 'theirs'> & { theirs: Product | null }) => (
  <Modal open={theirs !== null} onClose={rest.onClose} title="Otra persona modificó este producto" wide>
    {theirs && <Choice theirs={theirs} {...rest} />}
  </Modal>
)

function Choice({ before, theirs, mine, onClose, onChoose }: Versions) {
  const [typed] = useState(mine)
  const saved = valuesOf(theirs)
  const differing = productFieldNames.filter((name) => saved[name] !== typed[name])
  const [taken, setTaken] = useState<Partial<ProductValues>>(() => {
    const old = valuesOf(before)
    return Object.fromEntries(
      differing.map((name) => [name, typed[name] === old[name] ? saved[name] : typed[name]]),
    )
  })
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose({ ...typed, ...taken })
      }}
    >
      <p className="text-soft">
        {differing.length > 0
          ? 'Revisa los datos en que difieren lo guardado y lo que escribiste, y elige con cuál quedarse.'
          : 'Lo guardado dice lo mismo que escribiste.'}
        {before.photo !== theirs.photo && ' La imagen también cambió.'}
      </p>
      <div className="grid gap-4">
        {differing.map((name) => (
          <fieldset key={name} className="min-w-0 border-line border-t pt-3">
            <legend className="float-left mb-1 font-semibold">{LABELS[name]}</legend>
            <div className="clear-both">
              <RadioCards
                options={Object.entries({ 'Guardado ahora': saved, 'Lo que escribiste': typed }).map(
                  ([title, values]) => ({
                    ...{ title, value: values[name] },
                    about: <About>{displayValue(name, values[name])}</About>,
                  }),
                )}
                value={taken[name] ?? ''}
                onChoose={(value) => setTaken((now) => ({ ...now, [name]: value }))}
              />
            </div>
          </fieldset>
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
