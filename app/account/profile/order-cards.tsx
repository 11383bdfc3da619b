import type { Order } from '#contract/orders.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { differenceInWords, isPaid, meetsPaymentRule } from '#domain/order-payment.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { formatPrice } from '#domain/price.ts'
import { readableName } from '#domain/readable-name.ts'
import { useAction } from '../../forms/use-action.ts'
import { ShipmentBadge } from '../../orders/on-its-way.tsx'
import type { OpenedModal } from '../../orders/opened-modal.ts'
import { addressOf, OrderNumber, OrderTotal } from '../../orders/order-cells.tsx'
import { orderDate, writtenDay } from '../../orders/order-date.ts'
import {
  concernsPrescription,
  PrescriptionState,
  prescriptionRejection,
  prescriptionRoom,
} from '../../orders/prescription-state.tsx'
import { rejectionOf } from '../../orders/rejected-proof.tsx'
import { useRepeatOrder } from '../../orders/repeat-order.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { ProductImage } from '../../ui/product-image.tsx'

const WHOLE_ROW = { className: 'col-span-full' }

/** A customer's orders are cards at every width: number and status, the products, and the options. */
export const orderCards = (open: (modal: OpenedModal) => void): Columns<Order> => ({
  number: {
    header: 'N° pedido',
    bare: true,
    cell: (order) => (
      <>
        <OrderNumber order={order} open={open} className="text-base">
          <span aria-hidden="true">N°&nbsp;</span>
        </OrderNumber>
        <time dateTime={order.date} className="block text-soft tabular-nums">
          {orderDate(order.date)}
        </time>
      </>
    ),
  },
  status: {
    header: 'Estado del pedido',
    bare: true,
    cell: (order) => (
      <div className="grid gap-1">
        <Badge tone={orderStatuses[order.status].tone}>{orderStatuses[order.status].name}</Badge>
        <ShipmentBadge order={order} />
        <PrescriptionState order={order} />
        <Rejection text="Necesitamos otra receta." reason={prescriptionRejection(order)} />
      </div>
    ),
    className: 'justify-items-end',
  },
  products: {
    header: 'Productos',
    bare: true,
    cell: (order) => <OrderPhotos lines={order.products} />,
    className: 'col-span-full my-1',
  },
  total: {
    ...{ header: 'Total', ...WHOLE_ROW },
    cell: (order) => (
      <>
        <OrderTotal order={order} />
        <PaymentReceived order={order} />
      </>
    ),
  },
  proof: {
    ...{ header: 'Comprobante de pago', ...WHOLE_ROW },
    cell: (order) => (
      <div className="grid gap-1">
        {order.payment ? (
          <Badge tone="green">Enviado</Badge>
        ) : isPaid(order) ? (
          <Badge>No hace falta</Badge>
        ) : (
          <Badge tone="red">Pendiente</Badge>
        )}
        <Rejection text="Necesitamos otro." reason={rejectionOf(order)} />
      </div>
    ),
  },
  customer: {
    ...{ header: 'Nombres', ...WHOLE_ROW },
    cell: ({ name, lastName }) => `${name} ${lastName}`,
  },
  address: { header: 'Dirección', ...WHOLE_ROW, cell: addressOf },
  options: {
    header: 'Opciones',
    bare: true,
    cell: (order) => <CustomerOptions order={order} open={open} />,
    className: 'col-span-full mt-auto pt-1',
  },
})

/** Why the payment proof or the prescription was rejected; nothing unless the order waits for another one. */
const Rejection = ({ text, reason }: { text: string; reason: string | undefined }) =>
  reason === undefined ? null : (
    <span className="text-sm wrap-anywhere">
      <strong className="block">{text}</strong> {reason}
    </span>
  )

function PaymentReceived({ order }: { order: Order }) {
  const { paid } = order
  if (!paid) return null
  const isWhole = isPaid(order)
  return (
    <p
      className={`flex gap-2 text-sm ${isWhole ? 'text-brand-deep' : 'rounded-lg bg-amber-pale px-2 py-1.5 text-amber-ink'}`}
    >
      <Icon name={isWhole ? 'check' : 'clock'} className="mt-0.5 size-4" />
      <span className="min-w-0 tabular-nums">
        {isWhole ? 'Recibimos tu pago' : `Recibimos ${formatPrice(paid.amount)}`} el{' '}
        <time dateTime={paid.at}>{writtenDay(paid.at)}</time>
        {!isWhole && (
          <>
            , <strong>{differenceInWords(paid.difference)}</strong>
          </>
        )}
        .
      </span>
    </p>
  )
}

/** Places in a row of photos. With more products, the last place shows how many are left. */
const MAX_PHOTOS = 4

function OrderPhotos({ lines }: { lines: Order['products'] }) {
  const shown = lines.slice(0, lines.length > MAX_PHOTOS ? MAX_PHOTOS - 1 : MAX_PHOTOS)
  return (
    <div className="grid gap-2">
      <div aria-hidden="true" className="grid max-w-96 grid-cols-4 gap-2">
        {shown.map(({ productId, photo }) => (
          <ProductImage key={productId} photo={photo} alt="" sizes="80px" />
        ))}
        {lines.length > shown.length && (
          <span className="grid aspect-square place-items-center rounded-lg bg-mint font-semibold text-brand">
            +{lines.length - shown.length}
          </span>
        )}
      </div>
      <p className="font-semibold [overflow-wrap:anywhere]">{keepTogether(namesOf(lines))}</p>
    </div>
  )
}

/** `Losartán 50 mg, Atenolol 50 mg y 3 más`. */
function namesOf(lines: Order['products']): string {
  const [first = '', second, ...others] = lines.map(({ productName }) => readableName(productName))
  if (second === undefined) return first
  return others.length === 0 ? `${first} y ${second}` : `${first}, ${second} y ${others.length} más`
}

type Option = { kind: OpenedModal['kind'] | 'repeat'; name: string; icon: IconName }

/** A customer's options for an order; the first one is the primary. A paid or closed order has no option to pay. */
function optionsOf(order: Order): Option[] {
  const { sent, state } = order.prescription
  const { isOpen } = orderStatuses[order.status]
  const mayAddPages = concernsPrescription(order) && prescriptionRoom(order) > 0
  const lacksPages = mayAddPages && (!sent || state === 'rejected')
  const repeat: Option = { kind: 'repeat', name: 'Repetir pedido', icon: 'cart' }
  const prescription: Option = {
    kind: mayAddPages ? 'prescription-upload' : 'prescription-view',
    name: lacksPages ? 'Subir receta' : 'Ver receta',
    icon: 'prescription',
  }
  const options: (Option | false)[] = [
    !isOpen && repeat,
    isOpen &&
      meetsPaymentRule('withoutProof', order) && {
        kind: 'proof-upload',
        name: 'Subir comprobante',
        icon: 'upload',
      },
    isOpen && lacksPages && prescription,
    { kind: 'details', name: 'Detalles', icon: 'eye' },
    isOpen && !isPaid(order) && { kind: 'payment-methods', name: 'Medios de pago', icon: 'receipt' },
    order.payment !== '' && { kind: 'proof-view', name: 'Ver comprobante', icon: 'image' },
    !(isOpen && lacksPages) && (mayAddPages || sent) && prescription,
    isOpen && repeat,
  ]
  return options.filter((option) => option !== false)
}

function CustomerOptions({ order, open }: { order: Order; open: (modal: OpenedModal) => void }) {
  const repeatOrder = useRepeatOrder()
  const { run, working, failure } = useAction(() => repeatOrder(order))
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-x-2 gap-y-1 large-type:grid-cols-1">
        {optionsOf(order).map(({ kind, name, icon }, index) => (
          <Button
            key={kind}
            look={index === 0 ? 'primary' : 'quiet'}
            small={index > 0}
            icon={icon}
            loading={kind === 'repeat' && working}
            onClick={() => (kind === 'repeat' ? run() : open({ kind, order }))}
            className={index === 0 ? 'col-span-full' : 'min-h-11 justify-start px-2'}
          >
            <span>{name}</span>
            <span className="sr-only">
              {kind === 'repeat' ? ' ' : ' del pedido '}
              {order.nro_delivery}
            </span>
          </Button>
        ))}
      </div>
      <FieldError error={failure} />
    </div>
  )
}
