import { useId, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { MAX_ORDER_NOTE } from '#contract/fulfilment.ts'
import type { Order } from '#contract/orders.ts'
import { browserApi } from '../../api/client.ts'
import { useStartFromSaved } from '../../forms/start-from-saved.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { orderMoment } from '../../orders/order-date.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'

/** The staff's note on an order, saved by its button. Typed text stays if somebody else saves a note meanwhile. */
export function StaffNote({ order }: { order: Order }) {
  const { revalidate } = useRevalidator()
  const note = order.staff?.note ?? null
  const saved = note?.text ?? ''
  const headingId = useId()
  const form = useForm({ defaultValues: { note: saved } })
  const onSent = useStartFromSaved(
    form,
    useMemo(() => ({ note: saved }), [saved]),
  )
  const { formProps, field, sending, failure } = useSubmit(
    form,
    async (body) => {
      await browserApi.writeNote({ params: { id: order._id }, body: { ...body, seen: note?.at ?? null } })
      onSent(body)
      await revalidate()
    },
    // Shows the note that somebody else wrote.
    { onRefused: ({ code }) => code === 'NOTE_CHANGED' && revalidate() },
  )
  const changed = form.watch('note').trim() !== saved
  // After a save the button is disabled, so the focus goes back to the text.
  const text = useFocusBack<HTMLTextAreaElement>(changed || sending)
  const { ref, error, ...typed } = field('note')

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
            {changed && failure && <>: «{note.text}»</>}
          </>
        ) : (
          'El cliente no la ve.'
        )}
      </p>
      <form {...formProps} className="grid gap-3">
        <TextAreaField
          {...typed}
          ref={(element) => {
            ref(element)
            text.current = element
          }}
          label="Nota"
          rows={2}
          maxLength={MAX_ORDER_NOTE}
          error={error ?? failure}
        />
        <Button type="submit" look="secondary" small loading={sending} disabled={!changed} className="w-fit">
          Guardar nota
        </Button>
      </form>
    </section>
  )
}
