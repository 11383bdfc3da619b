import { CopyButton } from '../../orders/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'

/** A new key or secret, which nobody can read again. */
export function ShownOnce({
  label,
  value,
  hint,
  onClose,
}: {
  label: string
  value: string
  hint: string
  onClose: () => void
}) {
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        Guárdalo ahora: al cerrar no se mostrará otra vez.
      </p>
      <InputField
        label={label}
        value={value}
        hint={hint}
        readOnly
        autoComplete="off"
        spellCheck={false}
        data-autofocus=""
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <CopyButton label={label} value={value} words="Copiar" />
        <Button onClick={onClose}>Listo</Button>
      </div>
    </div>
  )
}
