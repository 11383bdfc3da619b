import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { REMINDER_DAYS, type ReminderDays } from '#domain/reminder.ts'
import { browserApi } from '../api/client.ts'
import { useAction } from '../forms/use-action.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { orderDate } from './order-date.ts'

/** "Recordarme": one mail that leads to the repeated order. Saved as it is chosen. */
export function OrderReminder({ order }: { order: Order }) {
  const { revalidate } = useRevalidator()
  const { reminder } = order
  const params = { id: order._id }

  const { run, working, choice, failure } = useAction<ReminderDays | 'cancel'>(async (days) => {
    if (days === 'cancel') await browserApi.cancelReminder({ params })
    else await browserApi.setReminder({ params, body: { days } })
    await revalidate()
  })

  return (
    <section aria-labelledby="recordarme" className="rounded-lg border border-line p-4 print:hidden">
      <h3 id="recordarme" className="mb-1">
        Recordarme
      </h3>
      <p role="status" className="mb-3">
        {reminder ? (
          <>
            Te enviaremos un correo el{' '}
            <time dateTime={reminder} className="font-semibold">
              {orderDate(reminder)}
            </time>
            .
          </>
        ) : (
          <span className="text-soft">
            Si sigues con tu tratamiento, te enviamos un correo para que repitas este pedido.
          </span>
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be hidden without moving its border. */}
      <div role="group" aria-label="Recordarme en" className="flex flex-wrap gap-2">
        {[...REMINDER_DAYS, ...(reminder ? (['cancel'] as const) : [])].map((days) => (
          <Button
            key={days}
            look={days === 'cancel' ? 'quiet' : 'secondary'}
            small
            className="min-h-11"
            loading={choice === days}
            disabled={working}
            onClick={() => run(days)}
          >
            {days === 'cancel' ? 'Cancelar recordatorio' : `${days} días`}
          </Button>
        ))}
      </div>
      <FieldError error={failure} />
    </section>
  )
}
