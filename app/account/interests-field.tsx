import { findCategories } from '../api/shown-names.ts'
import { NamesField } from '../forms/names-field.tsx'
import type { NameList } from '../ui/name-choices.tsx'

const FROM_CART = 'Marcamos las de tu carrito: cámbialas si quieres.'

export const InterestsField = ({
  categories,
  optional = false,
  isProposed = false,
  ...field
}: {
  categories: NameList
  optional?: boolean
  /** Whether the ticked ones are those of the cart. */
  isProposed?: boolean
} & React.ComponentProps<typeof NamesField>['field']) => (
  <NamesField
    label="Categorías de interés"
    hint={
      optional ? 'Si quieres.' : isProposed ? FROM_CART : 'Elige al menos una: así sabemos qué te interesa.'
    }
    list={categories}
    find={findCategories}
    more="categorías"
    searchLabel="Buscar categoría"
    field={field}
  />
)
