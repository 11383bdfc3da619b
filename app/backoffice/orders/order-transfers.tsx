import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { differenceInWords } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'
import { orderDate, writtenDay } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { PAYMENTS } from '../payments/payment-groups.ts'

export function OrderTransfers({ order }: { order: Order }) {
  const { paid, staff, nro_delivery } = order
  if (!staff || !(paid || staff.toConfirm || staff.proofWithoutTransfer)) return null
  const difference = paid ? differenceInWords(paid.difference) : ''
  return (
    <div className="grid gap-2 border-line border-t pt-3 text-sm">
      {paid && (
        <>
          <p className="flex flex-wrap items-center gap-2 text-base">
            <span className="mr-auto text-soft">Pago</span>
            {paid.difference >= 0 && <Badge tone="green">Pagado el {writtenDay(paid.at)}</Badge>}
            {difference && (
              <Badge tone="yellow" className="tabular-nums">
                {difference}
              </Badge>
            )}
          </p>
          <ul aria-label="Transferencias del pedido" className="grid gap-2">
            {staff.transfers.map(({ _id, date, amount, description, document }) => (
              <li key={_id} className="rounded-lg bg-mint px-3 py-2">
                <p className="flex justify-between gap-3 tabular-nums">
                  <time dateTime={date}>{writtenDay(date)}</time>
                  <strong>{formatPrice(amount)}</strong>
                </p>
                <p className="wrap-anywhere text-soft">
                  {description}
                  {document && ` · N° ${document}`}
                </p>
              </li>
            ))}
          </ul>
          <Link
            to={PAYMENTS.url({ group: 'asignados', search: String(nro_delivery) })}
            className="link w-fit print:hidden"
          >
            Ver en Pagos
          </Link>
        </>
      )}
      {staff.toConfirm && (
        <>
          <Banner tone="yellow" icon="clock">
            <p>
              <strong>Por confirmar:</strong> hay una transferencia que puede ser de este pedido.
            </p>
          </Banner>
          <Link to={PAYMENTS.url({})} className="link w-fit print:hidden">
            Decidir en Pagos
          </Link>
        </>
      )}
      <OverdueProof order={order} />
    </div>
  )
}

/** Warns that no statement has the transfer of an order's payment proof, since a forged image can look perfect. */
export function OverdueProof({ order: { staff, timeline } }: { order: Order }) {
  if (!staff?.proofWithoutTransfer) return null
  const sentAt = timeline.findLast(({ kind }) => kind === 'proof')?.at
  return (
    <>
      <Banner role="note" tone="red" icon="warning">
        <p>
          <strong>Comprobante sin transferencia:</strong> {sentAt ? `llegó el ${orderDate(sentAt)}, y` : ''}{' '}
          las cartolas hasta el {writtenDay(staff.statementsUntil)} no traen este pago.
        </p>
      </Banner>
      <Link to={PAYMENTS.url({ group: 'sin-pedido' })} className="link w-fit print:hidden">
        Buscar entre los pagos sin pedido
      </Link>
    </>
  )
}
