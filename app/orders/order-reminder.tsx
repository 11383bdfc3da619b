import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { REMINDER_DAYS, type ReminderDays } from '#domain/reminder.ts'
import { ApiError, browserApi } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { orderDate } from './order-date.ts'

/** "Recordarme": one mail that leads to the repeated order (docs/product.md#reminders). Saved as it is chosen. */
export function OrderReminder({ order }: { order: Order }) {
  const { revalidate } = useRevalidator()
  const [saving, setSaving] = useState<ReminderDays | 'cancel'>()
  const [failure, setFailure] = useState<string>()
  const { reminder } = order
  const params = { id: order._id }

  async function save(choice: ReminderDays | 'cancel') {
    setFailure(undefined)
    setSaving(choice)
    try {
      if (choice === 'cancel') await browserApi.cancelReminder({ params })
      else await browserApi.setReminder({ params, body: { days: choice } })
      await revalidate()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setSaving(undefined)
    }
  }

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
            Si tu tratamiento sigue, te enviamos un correo para repetir este pedido.
          </span>
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be hidden without moving its border. */}
      <div role="group" aria-label="Recordarme en" className="flex flex-wrap gap-2">
        {REMINDER_DAYS.map((days) => (
          <Button
            key={days}
            look="secondary"
            small
            className="min-h-11"
            loading={saving === days}
            disabled={saving !== undefined}
            onClick={() => save(days)}
          >
            {days} días
          </Button>
        ))}
        {reminder && (
          <Button
            look="quiet"
            small
            className="min-h-11"
            loading={saving === 'cancel'}
            disabled={saving !== undefined}
            onClick={() => save('cancel')}
          >
            Cancelar recordatorio
          </Button>
        )}
      </div>
      <FieldError error={failure} />
    </section>
  )
}
