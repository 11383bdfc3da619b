import { findCategories } from '../api/active-names.ts'
import { NamesField } from '../forms/names-field.tsx'
import type { NameList } from '../ui/name-choices.tsx'

/** The interest categories as checkboxes. */
export const InterestsField = ({
  categories,
  optional = false,
  ...field
}: { categories: NameList; optional?: boolean } & React.ComponentProps<typeof NamesField>['field']) => (
  <NamesField
    label="Categorías de interés"
    hint={optional ? 'Si quieres.' : 'Elige al menos una: así sabemos qué te interesa.'}
    list={categories}
    find={findCategories}
    more="categorías"
    searchLabel="Buscar categoría"
    field={field}
  />
)
