import { useEffect, useId, useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useFormModal } from '../../forms/in-modal.ts'
import { CopyButton } from '../../orders/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldError, InputField } from '../../ui/field.tsx'

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

/** A new key or secret, which is never shown again, with the server's message. */
export function ShownOnce({
  message,
  label,
  value,
  hint,
}: {
  message: string
  label: string
  value: string
  hint: string
}) {
  const { close } = useFormModal()
  const field = useRef<HTMLInputElement>(null)
  // The form's button, which had the focus, is gone.
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        {message}
      </p>
      <InputField
        label={label}
        value={value}
        hint={hint}
        readOnly
        autoComplete="off"
        spellCheck={false}
        ref={field}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <CopyButton label={label} value={value} words="Copiar" />
        <Button onClick={close}>Listo</Button>
      </div>
    </div>
  )
}
