import { Field } from './field.tsx'
import { Icon } from './icons.tsx'

/**
 * Files to send, in our own words: the browser's input speaks the language of the browser. It lies over all of the box, so
 * that pressing, dropping and the keyboard work as ever.
 */
export function FilesInput({
  label,
  error,
  hint,
  prompt,
  chosen,
  ...rest
}: {
  label: string
  error?: string | undefined
  hint?: string
  /** What pressing it does. */
  prompt: string
  /** What is chosen; empty for nothing. */
  chosen: string
} & React.ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} required={rest.required}>
      {(control) => (
        <div className="relative flex min-h-20 items-center gap-4 rounded-lg border border-edge border-dashed bg-page p-3 transition-colors has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-brand has-[input:hover]:border-ink has-[input[aria-invalid]]:border-coral">
          <span className="grid size-12 shrink-0 place-items-center rounded-lg bg-mint text-brand">
            <Icon name="upload" />
          </span>
          <p className="min-w-0">
            <span className="block font-semibold text-brand">{prompt}</span>
            {chosen && <span className="block text-sm text-soft wrap-anywhere">{chosen}</span>}
          </p>
          <input
            {...rest}
            {...control}
            required={undefined}
            type="file"
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </div>
      )}
    </Field>
  )
}
