import { useState } from 'react'
import { InputField } from '../../ui/field.tsx'

type Props = { error: string | undefined } & Omit<React.ComponentProps<'input'>, 'required'>

/** The field for a code of the app, or for a recovery code after a press. Spread react-hook-form's `register('code')` on it. */
export function CodeField(props: Props) {
  const [recovery, setRecovery] = useState(false)
  return (
    <div className="grid gap-2">
      {recovery ? (
        <InputField
          {...props}
          label="Código de recuperación"
          hint="Uno de los diez que guardaste. Cada uno sirve una sola vez."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      ) : (
        <AppCodeField {...props} hint="Los seis números que muestra tu aplicación." />
      )}
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setRecovery(!recovery)}
        className="min-h-6 w-fit rounded-lg text-left font-semibold text-brand text-sm underline underline-offset-4"
      >
        {recovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
      </button>
    </div>
  )
}

/** The field for a code of the app. */
export function AppCodeField({ hint, ...props }: Props & { hint?: string }) {
  return (
    <InputField
      {...props}
      label="Código"
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      required
    />
  )
}
