import { useState } from 'react'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'

/** A password field with a button that shows the password. Spread react-hook-form's `register(name)` on it. */
export function PasswordField({
  label,
  error,
  hint,
  required,
  ...rest
}: { label: string; error?: string | undefined; hint?: string } & React.ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} {...(hint && { hint })} required={required}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            aria-required={required || undefined}
            autoCapitalize="none"
            spellCheck={false}
            className="control pr-12"
          />
          <button
            type="button"
            aria-label="Mostrar"
            aria-pressed={shown}
            aria-controls={control.id}
            title={shown ? 'Ocultar' : 'Mostrar'}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-soft hover:text-ink"
          >
            <Icon name={shown ? 'eye-off' : 'eye'} className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
