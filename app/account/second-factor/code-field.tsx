import { useState } from 'react'
import { keepFocus } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'

type Props = { error: string | undefined; hint?: string } & Omit<React.ComponentProps<'input'>, 'required'>

const APP_CODE = {
  label: 'Código',
  hint: 'Los seis números que muestra ahora tu aplicación.',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
} as const

const RECOVERY_CODE = {
  label: 'Código de recuperación',
  hint: 'Uno de los diez que guardaste. Cada uno sirve una sola vez.',
  inputMode: 'text',
  autoComplete: 'off',
} as const

/** The field for a code of the app, or for a recovery code after a press. Spread react-hook-form's `register('code')` on it. */
export function CodeField(props: Props) {
  const [recovery, setRecovery] = useState(false)
  return (
    <div className="grid gap-2">
      <InputField
        {...(recovery ? RECOVERY_CODE : APP_CODE)}
        {...props}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <button
        type="button"
        onMouseDown={keepFocus}
        onClick={() => setRecovery(!recovery)}
        className="link min-h-6 w-fit text-left text-sm"
      >
        {recovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
      </button>
    </div>
  )
}

export function AppCodeField(props: Props) {
  return <InputField {...APP_CODE} {...props} spellCheck={false} required />
}
