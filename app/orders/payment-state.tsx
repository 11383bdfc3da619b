import type { Order } from '#contract/orders.ts'
import { differenceInWords } from '#domain/order-payment.ts'
import { Badge } from '../ui/badge.tsx'
import { RowMark } from './row-mark.tsx'

export function PaymentState({ order }: { order: Order }) {
  const { paid, staff, status } = order
  if (!staff) return null
  if (paid) {
    const difference = differenceInWords(paid.difference)
    return difference ? (
      <Badge tone="yellow" className="tabular-nums">
        {difference}
      </Badge>
    ) : (
      <Badge tone="green">Pagado</Badge>
    )
  }
  if (staff.toConfirm) return <RowMark tone="yellow" icon="clock" text="Por confirmar" />
  return (
    <>
      <span className="text-soft">{status === 'cancelled' ? '—' : 'Sin pago'}</span>
      {staff.proofWithoutTransfer && (
        <RowMark tone="red" icon="warning" text="Comprobante sin transferencia" />
      )}
    </>
  )
}
