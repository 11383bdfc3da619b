import type { FieldErrors, FieldValues, Path } from 'react-hook-form'
import { useHeldWhilePressed } from '../ui/pointer-press.ts'

/**
 * Shows below a form's button how many fields have an error, with a button that focuses the first. The summary waits while a pointer is
 * pressed, so that nothing moves under it.
 *
 * @param labels of all fields, in their order on the screen
 */
export function ErrorSummary<Values extends FieldValues>({
  errors,
  labels,
  submitted,
  setFocus,
}: {
  errors: FieldErrors<Values>
  labels: { [name in Path<Values>]?: string }
  /** Whether the form was submitted; until then the fields' own errors are enough. */
  submitted: boolean
  setFocus: (name: Path<Values>) => void
}) {
  const names = (Object.keys(labels) as Path<Values>[]).filter((name) => errors[name])
  const shown = useHeldWhilePressed(submitted ? names.join(' ') : '')
  const [first, ...others] = shown.split(' ') as Path<Values>[]
  return (
    <p role="status" className="text-coral text-sm empty:hidden">
      {first && (
        <>
          {others.length === 0
            ? 'Falta un campo por corregir: '
            : `Faltan ${others.length + 1} campos por corregir: `}
          <button
            type="button"
            onClick={() => setFocus(first)}
            className="inline-block min-h-6 rounded-lg font-semibold underline underline-offset-4"
          >
            ir a {labels[first]}
          </button>
        </>
      )}
    </p>
  )
}
