import { ChangedProduct } from '../changed-product.tsx'
import { comparable, valuesOf } from '../product-values.ts'
import type { FieldEdits } from './field-edits.ts'

/** Asks which value to keep when somebody else has changed the product of an edited cell. */
export function FieldConflict({ edits: { conflict, settle } }: { edits: FieldEdits }) {
  if (!conflict) return null
  const { before, theirs, field, text } = conflict
  return (
    <ChangedProduct
      before={before}
      theirs={theirs}
      mine={() => comparable({ ...valuesOf(theirs), [field]: text.trim() })}
      onClose={() => settle(null)}
      onChoose={(values) => settle(values[field])}
    />
  )
}
