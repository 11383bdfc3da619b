import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { isRetained } from '../../orders/missing-papers.ts'
import { orderMoment } from '../../orders/order-date.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'

export function OriginalReceived({ order }: { order: Order }) {
  const { revalidate } = useRevalidator()
  const { originalReceivedAt } = order.prescription
  const { run, working, failure } = useAction(async () => {
    await browserApi.receiveOriginal({
      params: { id: order._id },
      body: { received: originalReceivedAt === null },
    })
    await revalidate()
  })
  if (order.status === 'cancelled' || !isRetained(order)) return null
  const folio = order.staff?.approval?.folio
  return (
    <div className="grid gap-2">
      <Button
        look="secondary"
        icon={originalReceivedAt ? 'check' : undefined}
        aria-pressed={originalReceivedAt !== null}
        loading={working}
        wide
        onClick={() => run()}
      >
        Original recibido
      </Button>
      <p className="text-sm text-soft">
        {originalReceivedAt ? (
          <>
            Recibido el <time dateTime={originalReceivedAt}>{orderMoment(originalReceivedAt)}</time>
          </>
        ) : folio ? (
          `Receta electrónica, folio ${folio}: no hay original que retener.`
        ) : (
          'Receta retenida: la farmacia se queda con el original.'
        )}
      </p>
      <FieldError error={failure} />
    </div>
  )
}
