import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { MAX_REJECTION_REASON } from '#contract/fulfilment.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextAreaField } from '../../ui/field.tsx'

const OTHER = 'other'

type Values = { chosen: string | null; typed: string }

const reasonOf = ({ chosen, typed }: Values) => (chosen === OTHER ? typed.trim() : (chosen ?? ''))

/**
 * Asks for the reason of a rejection, a usual or a typed reason. The customer reads it and is asked for another payment proof or
 * prescription.
 */
export function RejectionForm({
  button,
  reasons,
  note,
  onSend,
}: {
  /** The text of the button, which is also the form's name. */
  button: string
  /** The usual reasons, as the customer reads them in the mail and beside the upload. */
  reasons: readonly string[]
  note: string
  onSend: (reason: string) => Promise<unknown>
}) {
  const form = useForm<Values>({ defaultValues: { chosen: null, typed: '' } })
  const { chosen, typed } = form.watch()
  const { formProps, field, sending, failure } = useSubmit(form, (values) => onSend(reasonOf(values)), {
    asks: typed.trim() !== '',
    // Somebody else may have decided, or the customer has sent another image.
    onRefused: useRevalidator().revalidate,
  })
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The block returns nothing: in new browsers `scrollIntoView` returns a promise, which isn't a valid cleanup.
    end.current?.closest('form')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { error: missing, ...radio } = field('chosen', {
    validate: (_, values) => reasonOf(values) !== '' || 'Elige o escribe el motivo.',
  })

  return (
    <form {...formProps} aria-label={button} className="grid gap-3 rounded-lg border border-line p-4">
      <fieldset className="grid min-w-0 gap-1">
        <legend className="mb-1 font-semibold">¿Qué le decimos al cliente?</legend>
        {[...reasons, OTHER].map((value) => (
          <label key={value} className="check">
            <input
              type="radio"
              {...radio}
              value={value}
              aria-describedby={missing ? 'missing-reason' : undefined}
            />
            <span>{value === OTHER ? 'Otro motivo' : value}</span>
          </label>
        ))}
      </fieldset>
      {chosen === OTHER && (
        <TextAreaField
          label="Motivo"
          rows={2}
          required
          maxLength={MAX_REJECTION_REASON}
          {...field('typed', { deps: 'chosen' })}
        />
      )}
      <p className="text-sm text-soft">{note}</p>
      <div ref={end} className="grid gap-3">
        <FieldError id="missing-reason" error={missing} />
        <Button type="submit" icon="mail" loading={sending} wide>
          {button}
        </Button>
        <FieldError error={failure} />
      </div>
    </form>
  )
}
