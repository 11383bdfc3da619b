import { useEffect, useRef } from 'react'
import { useFormModal } from '../../forms/in-modal.ts'
import { CopyButton } from '../../orders/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'

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
