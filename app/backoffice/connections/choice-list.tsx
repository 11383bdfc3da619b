import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Checkbox, FieldError } from '../../ui/field.tsx'

/** Checkboxes with an explanation each, and their error. */
export function ChoiceList<Value extends string>({
  label,
  values,
  words,
  field: { error, ...input },
}: {
  label: string
  values: readonly Value[]
  words: Record<Value, { name: string; text: string }>
  field: UseFormRegisterReturn & { error: string | undefined }
}) {
  const errorId = useId()
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-semibold text-sm">{label}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          {...input}
          value={value}
          aria-invalid={error ? true : undefined}
          label={
            <>
              <span className="font-semibold">{words[value].name}</span>
              <span className="block text-sm text-soft">{words[value].text}</span>
            </>
          }
        />
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
