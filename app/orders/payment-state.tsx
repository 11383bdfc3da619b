import type { Order } from '#contract/orders.ts'
import { differenceInWords } from '#domain/price.ts'
import { bankDay } from './order-date.ts'
import { isPaid } from './paid.ts'
import { RowMark } from './row-mark.tsx'

/** What transfers pay of an order, in words for staff: one word, and a difference beside it. */
export function PaymentState({ order }: { order: Order }) {
  const { paid, staff, status } = order
  if (!staff) return null
  if (paid) {
    const difference = differenceInWords(paid.difference)
    return (
      <>
        {isPaid(order) && (
          <span title={`Pagado el ${bankDay(paid.at)}`} className="badge bg-mint-deep text-brand-deep">
            Pagado
          </span>
        )}
        {difference && <span className="badge bg-amber-pale text-amber-ink tabular-nums">{difference}</span>}
        {!isPaid(order) && staff.toConfirm && <RowMark tone="yellow" icon="bank" text="Por confirmar" />}
      </>
    )
  }
  return (
    <>
      {staff.toConfirm ? (
        <span className="badge bg-amber-pale text-amber-ink">Por confirmar</span>
      ) : (
        <span className="text-soft">{status === 'cancelled' ? '—' : 'Sin pago'}</span>
      )}
      {staff.proofWithoutTransfer && (
        <RowMark tone="red" icon="warning" text="Comprobante sin transferencia" />
      )}
    </>
  )
}
