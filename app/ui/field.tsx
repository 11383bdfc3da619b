import { useId } from 'react'

type FieldProps = {
  label: string
  /** What is wrong with it, in words; it shows under the control and the control is marked invalid. */
  error?: string | undefined
  hint?: string
  className?: string
}

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Ties a label, a hint and an error to any control; the ready-made fields below do it for the usual ones. */
export function Field({
  label,
  error,
  hint,
  className = '',
  required,
  children,
}: FieldProps & { required?: boolean | undefined; children: (control: Control) => React.ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
        {required && <Asterisk />}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function InputField({
  label,
  error,
  hint,
  className,
  ...rest
}: FieldProps & React.ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className} required={rest.required}>
      {(control) => <input {...rest} {...withoutNative(rest)} {...control} className="control" />}
    </Field>
  )
}

export function TextAreaField({
  label,
  error,
  hint,
  className,
  ...rest
}: FieldProps & React.ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className} required={rest.required}>
      {(control) => <textarea rows={4} {...rest} {...withoutNative(rest)} {...control} className="control" />}
    </Field>
  )
}

/** A select; give it `<option>`s. One of a group, whose error is the group's, can be marked with `aria-invalid`. */
export function SelectField({
  label,
  error,
  hint,
  className,
  ...rest
}: FieldProps & React.ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className} required={rest.required}>
      {(control) => (
        <select
          {...rest}
          {...withoutNative(rest)}
          {...control}
          aria-invalid={control['aria-invalid'] ?? rest['aria-invalid']}
          className="control"
        />
      )}
    </Field>
  )
}

/** One checkbox with its words; the whole line can be pressed. */
export function Checkbox({ label, ...rest }: { label: React.ReactNode } & React.ComponentProps<'input'>) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-soft">
      <input type="checkbox" {...rest} className="size-5 shrink-0 accent-brand" />
      <span className="min-w-0">{label}</span>
    </label>
  )
}

/** The line that says what is wrong; also for a whole form, beside its button. Always there, so that it is announced. */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-coral text-sm empty:hidden">
      {error}
    </p>
  )
}

function Asterisk() {
  return (
    <span aria-hidden="true" className="text-coral">
      {' *'}
    </span>
  )
}

/** The browser's own check would stop the submit with its own words; ours speak (spec §5). Screen readers still hear it. */
function withoutNative(rest: { required?: boolean | undefined }) {
  return { required: undefined, 'aria-required': rest.required || undefined }
}

/**
 * Before a form is emptied: leaves the field that has the focus while it is still right. Left later, by the notice that
 * follows, it would be taken for one that somebody skipped.
 */
export function leaveField() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
