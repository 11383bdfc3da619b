import { useEffect, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_ORDER_NOTE } from '#contract/fulfilment.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { orderMoment } from '../../orders/order-date.ts'
import type { StaffProps } from '../../orders/staff-parts.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'

/** The staff's note on an order, saved by its button. What is typed stays when somebody else wrote meanwhile. */
export function StaffNote({ order, onDirty, onChanged }: StaffProps) {
  const { revalidate } = useRevalidator()
  const note = order.staff?.note ?? null
  const [typed, setTyped] = useState<string>()
  const headingId = useId()
  const text = typed ?? note?.text ?? ''
  const changed = text.trim() !== (note?.text ?? '')
  useEffect(() => {
    onDirty(changed)
    return () => onDirty(false)
  }, [changed, onDirty])

  const { run, working, failure } = useAction(
    async () => {
      const params = { id: order._id }
      await browserApi.writeNote({ params, body: { note: text, seen: note?.at ?? null } })
      onChanged((await browserApi.getOrder({ params })).data)
      await revalidate()
      setTyped((now) => (now === typed ? undefined : now))
    },
    {
      tellsWhenClosed: true,
      // Shows the note that somebody else wrote.
      onRefused: ({ code }) => code === 'NOTE_CHANGED' && revalidate(),
    },
  )
  // A saved note's button is disabled until the note changes.
  const field = useFocusBack<HTMLTextAreaElement>(working)

  return (
    <section aria-labelledby={headingId} className="rounded-lg border border-line p-4 print:hidden">
      <h3 id={headingId} className="mb-1">
        Nota para el equipo
      </h3>
      <p className="mb-3 text-sm text-soft">
        {note ? (
          <>
            {note.by && `${note.by}, `}
            <time dateTime={note.at}>{orderMoment(note.at)}</time>
            {typed !== undefined && failure && <>: «{note.text}»</>}
          </>
        ) : (
          'El cliente no la ve.'
        )}
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (changed) void run()
        }}
        className="grid gap-3"
      >
        <TextAreaField
          ref={field}
          label="Nota"
          rows={2}
          maxLength={MAX_ORDER_NOTE}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          error={failure}
        />
        <Button type="submit" look="secondary" small loading={working} disabled={!changed} className="w-fit">
          Guardar nota
        </Button>
      </form>
    </section>
  )
}
