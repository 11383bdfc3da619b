import type { Order } from '#contract/orders.ts'
import type { OpenedModal } from '../../orders/opened-modal.ts'
import { addressOf, OrderNumber, OrderTotal } from '../../orders/order-cells.tsx'
import { orderMoment, shortMoment } from '../../orders/order-date.ts'
import { PaymentState } from '../../orders/payment-state.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { hasPrescription, PrescriptionCell, ProofCell, reviewName } from './paper-cells.tsx'
import { StatusMenu } from './status-select.tsx'

/** The places of the cells on a phone's card of three lines. */
export const ORDER_CARD =
  'as-card:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] as-card:items-center as-card:gap-x-1! as-card:gap-y-1! as-card:p-3! as-card:[&_[data-mark]]:size-6 as-card:[&_[data-mark]]:justify-center as-card:[&_[data-mark]]:p-0! as-card:[&_[data-mark]_svg]:block as-card:[&_[data-mark]>span>span]:sr-only'

/** The staff's columns of orders; the payment's column only once there are bank statements. */
export function orderColumns(
  rows: readonly Order[] | undefined,
  open: (modal: OpenedModal) => void,
): Columns<Order> {
  const hasPayments = rows?.some(({ staff }) => staff?.statementsUntil)
  return {
    number: {
      header: 'N° pedido',
      bare: true,
      cell: (order) => (
        <>
          <OrderNumber order={order} open={open} className="as-card:text-base" />
          <time
            dateTime={order.date}
            title={orderMoment(order.date)}
            className="ml-2 text-soft tabular-nums large-type:as-card:ml-0 large-type:as-card:block as-table:block as-table:ml-0 compact:as-table:ml-2 compact:as-table:inline"
          >
            {shortMoment(order.date)}
          </time>
        </>
      ),
      className: 'compact:as-table:whitespace-nowrap',
    },
    customer: {
      header: 'Nombres',
      bare: true,
      cell: ({ staff, ...order }) => (
        <div className="compact:as-table:flex compact:as-table:w-0 compact:as-table:min-w-full compact:as-table:items-center">
          <span className="compact:as-table:truncate" title={`${order.name} ${order.lastName}`}>
            {order.name} {order.lastName}
            {/* A card has no place of its own for the address. */}
            <span className="as-table:hidden text-soft"> · {communeOf(order)}</span>
          </span>
          {staff?.note && (
            <span
              title={staff.note.text}
              className="mt-1 line-clamp-2 border-seal border-l-4 pl-2 text-soft compact:as-table:mt-0 compact:as-table:ml-2 compact:as-table:block compact:as-table:w-0 compact:as-table:min-w-16 compact:as-table:grow compact:as-table:truncate"
            >
              <span className="sr-only">Nota: </span>
              {staff.note.text}
            </span>
          )}
        </div>
      ),
      className: 'as-card:col-[1/6] as-card:row-2 as-table:min-w-36 compact:as-table:w-2/3',
    },
    address: {
      header: 'Dirección',
      bare: true,
      cell: (order) => (
        <div
          className="compact:as-table:w-0 compact:as-table:min-w-full compact:as-table:truncate"
          title={addressOf(order)}
        >
          {communeOf(order)}
          <span className="text-soft"> · {order.address}</span>
        </div>
      ),
      className: 'as-card:hidden! as-table:w-full compact:as-table:w-1/3 as-table:min-w-28',
    },
    total: {
      header: 'Total',
      bare: true,
      className:
        'as-card:col-[3/6] as-card:row-1 as-card:text-right! as-card:[&_span]:ml-1.5 as-card:[&_span]:inline large-type:as-card:[&_span]:block! compact:as-table:whitespace-nowrap',
      cell: (order) => <OrderTotal order={order} />,
    },
    status: {
      header: 'Estado del pedido',
      bare: true,
      className:
        'as-card:col-[1/3] as-card:row-3 large-type:as-card:col-[1/4] max-[22.5rem]:as-card:col-[1/4]',
      cell: (order) => (
        <div className="flex flex-wrap items-center gap-1 compact:as-table:flex-nowrap compact:as-table:*:shrink-0">
          <StatusMenu order={order} open={open} />
          <PrescriptionCell order={order} open={open} />
        </div>
      ),
    },
    proof: {
      header: 'Comprobante de pago',
      bare: true,
      className:
        'as-card:col-3 as-card:row-3 large-type:as-card:col-[1/6] large-type:as-card:row-4 max-[22.5rem]:as-card:col-[1/6] max-[22.5rem]:as-card:row-4',
      cell: (order) => <ProofCell order={order} open={open} />,
    },
    ...(hasPayments && {
      payment: {
        header: 'Pago',
        bare: true,
        className: 'as-card:col-4 as-card:row-3',
        cell: (order) => (
          // A card has no room for 'Sin pago' beside 'Sin comprobante', which says it already.
          <div
            className={`flex flex-wrap items-center gap-1 compact:as-table:flex-nowrap compact:as-table:whitespace-nowrap ${order.payment ? '' : 'as-card:[&>.text-soft]:hidden'}`}
          >
            <PaymentState order={order} />
          </div>
        ),
      },
    }),
    options: {
      header: 'Opciones',
      bare: true,
      className: 'as-card:col-5 as-card:row-3',
      cell: (order) => (
        <RowMenu
          label={`Opciones del pedido ${order.nro_delivery}`}
          items={[
            { name: 'Detalles', icon: 'eye', onClick: () => open({ kind: 'details', order }) },
            {
              name: 'Medios de pago',
              icon: 'receipt',
              onClick: () => open({ kind: 'payment-methods', order }),
            },
            { name: 'Ver comprobante', icon: 'image', onClick: () => open({ kind: 'proof-view', order }) },
            hasPrescription(order) && {
              name: reviewName(order),
              icon: 'prescription',
              onClick: () => open({ kind: 'prescription-view', order }),
            },
          ]}
        />
      ),
    },
  }
}

export const communeOf = ({ city, delivery }: Pick<Order, 'city' | 'delivery'>) =>
  delivery?.communeName || city
