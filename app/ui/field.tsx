import { useEffect, useId, useState } from 'react'
import { dayHint } from './day-hint.ts'
import { useHeldWhilePressed } from './pointer-press.ts'

type FieldProps = {
  label: string
  error?: string | undefined
  hint?: string | undefined
  className?: string
}

type Props<Tag extends 'input' | 'textarea' | 'select'> = FieldProps & React.ComponentProps<Tag>

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Ties label, hint and error to any control. The fields below use it for the usual controls. */
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
        {required && (
          <span aria-hidden="true" className="text-coral">
            {' *'}
          </span>
        )}
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

export function InputField({ label, error, hint, className, ...rest }: Props<'input'>) {
  const day = useDayHint(rest.type === 'date' ? rest.value : undefined)
  return (
    <Field label={label} error={error} hint={hint ?? day} className={className} required={rest.required}>
      {(control) => <input {...rest} {...withoutNativeValidation(rest)} {...control} className="control" />}
    </Field>
  )
}

export function TextAreaField({ label, error, hint, className, ...rest }: Props<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className} required={rest.required}>
      {(control) => (
        <textarea rows={4} {...rest} {...withoutNativeValidation(rest)} {...control} className="control" />
      )}
    </Field>
  )
}

/** Names by value, or names that are their own values. */
export type OptionNames = Readonly<Record<string, string | { name: string }>> | readonly string[]

export function Options({ of }: { of: OptionNames }) {
  const entries = Array.isArray(of) ? of.map((name: string) => [name, name] as const) : Object.entries(of)
  return entries.map(([value, name]) => (
    <option key={value} value={value}>
      {typeof name === 'string' ? name : name.name}
    </option>
  ))
}

/**
 * A select of `options`, below those that are its children. `aria-invalid` marks a select of a group that shows its error
 * elsewhere.
 */
export function SelectField({
  label,
  error,
  hint,
  className,
  options = [],
  children,
  ...rest
}: Props<'select'> & { options?: OptionNames }) {
  return (
    <Field label={label} error={error} hint={hint} className={className} required={rest.required}>
      {(control) => (
        <select
          {...rest}
          {...withoutNativeValidation(rest)}
          {...control}
          aria-invalid={control['aria-invalid'] ?? rest['aria-invalid']}
          className="control"
        >
          {children}
          <Options of={options} />
        </select>
      )}
    </Field>
  )
}

/** The hint of a date field's value ({@link dayHint}), in the browser only: the server doesn't know the browser's language. */
function useDayHint(value: unknown): string | undefined {
  const [hint, setHint] = useState<string>()
  useEffect(() => setHint(typeof value === 'string' ? dayHint(value) : undefined), [value])
  return hint
}

export function Checkbox({ label, ...rest }: { label: React.ReactNode } & React.ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  )
}

/** The error of a field, or of a form beside its button. It is rendered when empty too, so that changes are announced. */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  const shown = useHeldWhilePressed(error)
  return (
    <p id={id} aria-live="polite" className="field-error">
      {shown}
    </p>
  )
}

/** Replaces `required` by `aria-required`: the browser's own validation would stop the submit with its own messages. */
function withoutNativeValidation(rest: { required?: boolean | undefined }) {
  return { required: undefined, 'aria-required': rest.required || undefined }
}

/**
 * Blurs the focused field before a form is reset. Otherwise the notice would blur the emptied field later, which would then show
 * that it is required.
 */
export function blurActiveField() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
