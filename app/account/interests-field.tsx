import { useId } from 'react'
import { joinNames, splitNames } from '#domain/name-list.ts'
import { Checkbox, FieldError } from '../ui/field.tsx'

/**
 * The interest categories as checkboxes. Give it react-hook-form's controlled `field`, whose value is a comma list
 * (docs/product.md#names).
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
  categories: readonly string[]
  value: string | undefined
  error: string | undefined
  name: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: React.Ref<HTMLInputElement>
}) {
  const errorId = useId()
  const chosen = splitNames(value ?? '')

  function toggle(category: string, checked: boolean) {
    const next = new Set(checked ? [...chosen, category] : chosen.filter((other) => other !== category))
    onChange(joinNames(categories.filter((other) => next.has(other))))
  }

  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error ? errorId : undefined}
      // Moving between the boxes doesn't leave the field.
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      <legend className="sr-only">Categorías de interés</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {categories.map((category, index) => (
          <Checkbox
            key={category}
            ref={index === 0 ? ref : undefined}
            name={name}
            label={category}
            checked={chosen.includes(category)}
            aria-invalid={error ? true : undefined}
            onChange={(event) => toggle(category, event.target.checked)}
          />
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
