import type { Order } from '#contract/orders.ts'
import type { OrderEventKind } from '#domain/order-events.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { orderMoment } from './order-date.ts'
import { RejectedProof } from './rejected-proof.tsx'

const words: Record<OrderEventKind, { name: string; icon: IconName; tone: string }> = {
  placed: { name: 'Recibido', icon: 'check', tone: 'bg-mint-deep text-brand-deep' },
  proof: { name: 'Comprobante enviado', icon: 'receipt', tone: 'bg-mint-deep text-brand-deep' },
  'proof-checked': { name: 'Comprobante revisado', icon: 'check', tone: 'bg-mint-deep text-brand-deep' },
  'proof-unchecked': {
    name: 'Comprobante por revisar nuevamente',
    icon: 'clock',
    tone: 'bg-amber-pale text-amber-ink',
  },
  'proof-rejected': { name: 'Comprobante no coincide', icon: 'cross', tone: 'bg-coral-pale text-coral' },
  'prescription-approved': { name: 'Receta aprobada', icon: 'check', tone: 'bg-mint-deep text-brand-deep' },
  'prescription-rejected': { name: 'Receta rechazada', icon: 'cross', tone: 'bg-coral-pale text-coral' },
  paid: { name: 'Pago recibido', icon: 'check', tone: 'bg-mint-deep text-brand-deep' },
  unpaid: { name: 'Pago por confirmar nuevamente', icon: 'clock', tone: 'bg-amber-pale text-amber-ink' },
  pending: { name: 'Pendiente nuevamente', icon: 'clock', tone: 'bg-amber-pale text-amber-ink' },
  delivered: { name: 'Entregado', icon: 'truck', tone: 'bg-mint-deep text-brand-deep' },
  cancelled: { name: 'Cancelado', icon: 'cross', tone: 'bg-coral-pale text-coral' },
}

/** The timeline of an order; administrators also see who did what (docs/product.md#order-timeline). */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <ol aria-label="Historial del pedido" className="grid">
      {order.timeline.map(({ kind, at, by, reason, file }, index) => {
        const { name, icon, tone } = words[kind]
        return (
          <li
            key={`${kind} ${at}`}
            className="relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0"
          >
            {index < order.timeline.length - 1 && (
              <span aria-hidden="true" className="absolute top-8 bottom-0 left-[15px] w-0.5 bg-line" />
            )}
            <span className={`grid size-8 place-items-center rounded-full ${tone}`}>
              <Icon name={icon} className="size-4" />
            </span>
            <div className="min-w-0 self-center">
              <p>
                <span className="font-semibold">{name}</span>{' '}
                <span className="text-sm text-soft">
                  {at ? <time dateTime={at}>{orderMoment(at)}</time> : 'sin hora registrada'}
                  {by && ` · ${by}`}
                </span>
              </p>
              {reason && !file && <p className="text-sm wrap-anywhere">{reason}</p>}
              {reason && file && <RejectedProof order={order} reason={reason} file={file} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
