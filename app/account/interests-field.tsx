import { useId } from 'react'
import { joinNames, splitNames } from '#domain/name-list.ts'
import { fold } from '#domain/text.ts'
import { findCategories } from '../api/active-categories.ts'
import { Checkbox, FieldError } from '../ui/field.tsx'
import { NameChoices, type NameList } from '../ui/name-choices.tsx'

/**
 * The interest categories as checkboxes, for react-hook-form's controlled `field`, whose value is a comma list
 * (docs/product.md#names). A chosen category is shown even with few products or when inactive.
 */
export function InterestsField({
  categories,
  value,
  error,
  name,
  onChange,
  onBlur,
  ref,
}: {
  /** The names of the categories with most products. */
  categories: NameList
  value: string | undefined
  error: string | undefined
  name: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: React.Ref<HTMLInputElement>
}) {
  const errorId = useId()
  const chosen = splitNames(value ?? '')

  /** Keeps the server's alphabetical order, so that unticking and ticking a category leaves the form unchanged. */
  function toggle(category: string, checked: boolean) {
    const others = chosen.filter((other) => other !== category)
    const next = checked ? [...others, category] : others
    onChange(joinNames(next.sort((a, b) => (fold(a) < fold(b) ? -1 : 1))))
  }

  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error ? errorId : undefined}
      // The field is left when the focus leaves all checkboxes.
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      <legend className="sr-only">Categorías de interés</legend>
      <p className="mb-2 text-sm text-soft">Elige al menos una: así sabemos qué te interesa.</p>
      <NameChoices
        list={categories}
        chosen={chosen}
        find={findCategories}
        label="categorías"
        searchLabel="Buscar categoría"
        columns="grid gap-x-4 sm:grid-cols-2"
      >
        {({ name: category }, index) => (
          <Checkbox
            ref={index === 0 ? ref : undefined}
            name={name}
            label={category}
            checked={chosen.includes(category)}
            aria-invalid={error ? true : undefined}
            onChange={(event) => toggle(category, event.target.checked)}
          />
        )}
      </NameChoices>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
