import { useEffect, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_ORDER_NOTE } from '#contract/order-desk.ts'
import type { Order } from '#contract/orders.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { FROM_LIST } from '../../listing/last-list.ts'
import { orderMoment } from '../../orders/order-date.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { packingUrl } from './packing-url.ts'

type Props = { order: Order; onDirty: (dirty: boolean) => void }

/** Staff's part below an order's details: a note, the link to the packing slip. */
export const OrderDesk = (props: Props) => (
  <div className="grid gap-4 print:hidden">
    <Note {...props} />
    <LinkButton
      to={packingUrl([props.order._id])}
      state={FROM_LIST}
      look="secondary"
      icon="print"
      className="w-fit"
    >
      Imprimir para preparar
    </LinkButton>
  </div>
)

/** The staff's note on an order, saved by its button. What is typed stays when somebody else wrote meanwhile. */
function Note({ order, onDirty }: Props) {
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
      await browserApi.writeNote({ params: { id: order._id }, body: { note: text, seen: note?.at ?? null } })
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
    <section aria-labelledby={headingId} className="rounded-lg border border-line p-4">
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
