import { useEffect, useRef, useState } from 'react'
import { MAX_REJECTION_REASON } from '#contract/fulfilment.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'

const OTHER = 'other'

/** Asks why a payment proof or prescription is rejected, to ask its customer for another one: a usual reason, or another. */
export function RejectionForm({
  button,
  reasons,
  note,
  sending,
  onDirty,
  onSend,
}: {
  /** The text of the button, which is also the form's name. */
  button: string
  /** The usual reasons, as the customer reads them in the mail and beside the upload. */
  reasons: readonly string[]
  /** The consequences, below the reasons. */
  note: string
  sending: boolean
  onDirty: (dirty: boolean) => void
  onSend: (reason: string) => void
}) {
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const reason = chosen === OTHER ? typed.trim() : (chosen ?? '')
  const dirty = typed.trim() !== ''
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // In a block, because new browsers answer a promise, which isn't a cleanup.
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])

  return (
    <form
      ref={form}
      noValidate
      aria-label={button}
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (reason && !sending) onSend(reason)
      }}
      className="grid gap-3 rounded-lg border border-line p-4"
    >
      <fieldset className="grid min-w-0 gap-1">
        <legend className="mb-1 font-semibold">¿Qué le decimos al cliente?</legend>
        {[...reasons, OTHER].map((value) => (
          <label key={value} className="check">
            <input
              type="radio"
              name="reason"
              checked={chosen === value}
              onChange={() => setChosen(value)}
              aria-describedby={submitted && !reason ? 'missing-reason' : undefined}
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
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <p className="text-sm text-soft">{note}</p>
      <p id="missing-reason" aria-live="polite" className="field-error">
        {submitted && !reason && 'Elige o escribe el motivo.'}
      </p>
      <Button type="submit" icon="mail" loading={sending} wide>
        {button}
      </Button>
    </form>
  )
}
