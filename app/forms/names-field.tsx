import { useId } from 'react'
import { joinNames, splitNames } from '#domain/name-list.ts'
import { fold } from '#domain/text.ts'
import { Checkbox, FieldError } from '../ui/field.tsx'
import { type FindNames, NameChoices, type NameList } from '../ui/name-choices.tsx'

/** The controlled `field` of react-hook-form and the field's error; the value is a list with commas. */
type Controlled = {
  value: string | undefined
  error: string | undefined
  name: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: React.Ref<HTMLInputElement>
}

/** Names as checkboxes. A chosen name is shown even with few products or when inactive. */
export function NamesField({
  label,
  hint,
  list,
  find,
  more,
  searchLabel,
  field: { value, error, name, onChange, onBlur, ref },
}: {
  /** For screen readers. */
  label: string
  hint: string
  /** The names with most products. */
  list: NameList
  find: FindNames
  /** The noun for the names that 'Ver más' shows, for screen readers. */
  more: string
  searchLabel: string
  field: Controlled
}) {
  const errorId = useId()
  const chosen = splitNames(value ?? '')

  /** Keeps the server's alphabetical order, so that unticking and ticking a name leaves the form unchanged. */
  function toggle(option: string, checked: boolean) {
    const others = chosen.filter((other) => other !== option)
    const next = checked ? [...others, option] : others
    onChange(joinNames(next.sort((a, b) => (fold(a) < fold(b) ? -1 : 1))))
  }

  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error ? errorId : undefined}
      // The field is left when the focus leaves all checkboxes.
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      <legend className="sr-only">{label}</legend>
      <p className="mb-2 text-sm text-soft">{hint}</p>
      <NameChoices
        list={list}
        chosen={chosen}
        find={find}
        label={more}
        searchLabel={searchLabel}
        columns="grid gap-x-4 sm:grid-cols-2"
      >
        {(choice, index) => (
          <Checkbox
            ref={index === 0 ? ref : undefined}
            name={name}
            label={choice.name}
            checked={chosen.includes(choice.name)}
            aria-invalid={error ? true : undefined}
            onChange={(event) => toggle(choice.name, event.target.checked)}
          />
        )}
      </NameChoices>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
