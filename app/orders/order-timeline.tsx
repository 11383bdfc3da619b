import type { Order } from '#contract/orders.ts'
import { isShipment, isStatus, type OrderEventKind } from '#domain/order-events.ts'
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { type ShipmentState, shipmentStates } from '#domain/shipment.ts'
import { tones } from '../ui/badge.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { orderMoment } from './order-date.ts'
import { Parcel } from './parcel.tsx'
import { RejectedProof } from './rejected-proof.tsx'

type Words = { name: string; icon: IconName; tone: keyof typeof tones }

const words: Record<Exclude<OrderEventKind, OrderStatus | ShipmentState>, Words> = {
  placed: { name: 'Recibido', icon: 'check', tone: 'green' },
  proof: { name: 'Comprobante enviado', icon: 'receipt', tone: 'green' },
  'proof-checked': { name: 'Comprobante revisado', icon: 'check', tone: 'green' },
  'proof-unchecked': {
    name: 'Comprobante por revisar nuevamente',
    icon: 'clock',
    tone: 'yellow',
  },
  'proof-rejected': { name: 'Comprobante no coincide', icon: 'cross', tone: 'red' },
  'prescription-approved': { name: 'Receta aprobada', icon: 'check', tone: 'green' },
  'prescription-rejected': { name: 'Receta rechazada', icon: 'cross', tone: 'red' },
  paid: { name: 'Pago recibido', icon: 'check', tone: 'green' },
  unpaid: { name: 'Pago por confirmar nuevamente', icon: 'clock', tone: 'yellow' },
}

/** The words for an event. Staff read the name of the shipment state that they chose, Despachado, in place of En camino. */
function wordsOf(kind: OrderEventKind, { forStaff }: { forStaff: boolean }): Words {
  if (isStatus(kind)) return { ...orderStatuses[kind].step, tone: orderStatuses[kind].tone }
  if (!isShipment(kind)) return words[kind]
  const { name, step, tone } = shipmentStates[kind]
  return { ...step, tone, ...(forStaff && kind === 'sent' && { name }) }
}

export function OrderTimeline({ order }: { order: Order }) {
  const lastSent = order.shipment.state === 'sent' && order.timeline.findLast(({ kind }) => kind === 'sent')
  return (
    <ol aria-label="Historial del pedido" className="grid">
      {order.timeline.map((step, index) => {
        const { kind, at, by, reason, file } = step
        const { name, icon, tone } = wordsOf(kind, { forStaff: order.staff !== null })
        return (
          <li
            key={`${kind} ${at}`}
            className="relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0"
          >
            {index < order.timeline.length - 1 && (
              <span aria-hidden="true" className="absolute top-8 bottom-0 left-[15px] w-0.5 bg-line" />
            )}
            <span className={`grid size-8 place-items-center rounded-full ${tones[tone]}`}>
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
              {step === lastSent && <Parcel parcel={order.shipment} className="text-sm" />}
              {reason && !file && <p className="text-sm wrap-anywhere">{reason}</p>}
              {reason && file && <RejectedProof order={order} reason={reason} file={file} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
