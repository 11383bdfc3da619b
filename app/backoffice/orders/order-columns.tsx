import type { Order } from '#contract/orders.ts'
import { meets } from '#domain/order-payment.ts'
import type { OpenedModal } from '../../orders/opened-modal.ts'
import { addressOf, OrderNumber, OrderTotal, ProofState } from '../../orders/order-cells.tsx'
import { orderDate } from '../../orders/order-date.ts'
import { PaymentState } from '../../orders/payment-state.tsx'
import { PrescriptionState } from '../../orders/prescription-state.tsx'
import { rejectionOf } from '../../orders/rejected-proof.tsx'
import { RowMark } from '../../orders/row-mark.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import type { IconName } from '../../ui/icons.tsx'
import { StatusMenu } from './status-select.tsx'

/** The width of a cut text: a laptop's screen has little room beside the menu. */
const CUT =
  'compact:as-table:max-w-30 compact:@min-[68rem]/wide:max-w-40! compact:@min-[80rem]/wide:max-w-72!'
const CUT_BESIDE_PAYMENT =
  'compact:as-table:max-w-22 compact:@min-[74rem]/wide:max-w-36! compact:@min-[90rem]/wide:max-w-72!'

/** The staff's columns of orders; that of the payment where bank statements say something about it. */
export function orderColumns(
  rows: readonly Order[] | undefined,
  open: (modal: OpenedModal) => void,
): Columns<Order> {
  const hasPayments = rows?.some(({ staff }) => staff?.statementsUntil)
  const cut = hasPayments ? CUT_BESIDE_PAYMENT : CUT
  return {
    number: {
      header: 'N° pedido',
      cell: (order) => (
        <>
          <OrderNumber order={order} open={open} />
          <time
            dateTime={order.date}
            className="block text-soft tabular-nums compact:as-table:ml-2 compact:as-table:inline"
          >
            {orderDate(order.date)}
          </time>
        </>
      ),
      className: 'compact:as-table:whitespace-nowrap',
    },
    customer: {
      header: 'Nombres',
      cut,
      cell: ({ name, lastName, staff }) => (
        <>
          {name} {lastName}
          {staff?.note && (
            <span className="mt-1 line-clamp-2 border-seal border-l-4 pl-2 text-soft compact:as-table:ml-2 compact:as-table:inline">
              <span className="sr-only">Nota: </span>
              {staff.note.text}
            </span>
          )}
        </>
      ),
    },
    address: {
      header: 'Dirección',
      cut,
      cell: addressOf,
      className: 'as-table:min-w-28 compact:as-table:min-w-0',
    },
    total: {
      header: 'Total',
      className: 'compact:as-table:whitespace-nowrap',
      cell: (order) => <OrderTotal order={order} />,
    },
    status: {
      header: 'Estado del pedido',
      cell: (order) => (
        <div className="grid gap-1 compact:as-table:flex compact:as-table:items-center compact:as-table:*:shrink-0">
          <StatusMenu order={order} open={open} />
          <PrescriptionState order={order} />
        </div>
      ),
    },
    proof: { header: 'Comprobante de pago', cell: (order) => <Proof order={order} /> },
    ...(hasPayments && {
      payment: {
        header: 'Pago',
        cell: (order) => (
          <div className="flex flex-wrap items-center gap-1 compact:as-table:flex-nowrap compact:as-table:whitespace-nowrap">
            <PaymentState order={order} />
          </div>
        ),
      },
    }),
    options: { header: 'Opciones', bare: true, cell: (order) => <OrderOptions order={order} open={open} /> },
  }
}

/** Whether the payment proof was sent, what was decided about it, and whether other orders have the same image. */
function Proof({ order }: { order: Order }) {
  const { payment, staff } = order
  const rejection = rejectionOf(order)
  return (
    <div className="grid gap-1 compact:as-table:flex compact:as-table:items-center compact:as-table:gap-0.5 compact:as-table:@max-[80rem]/wide:has-[:nth-child(3)]:flex-wrap">
      <ProofState
        order={order}
        paid={
          <span className="text-soft" title="No hace falta: el pedido está pagado">
            —
          </span>
        }
      />
      {rejection && (
        <RowMark tone="yellow" icon="mail" text="Se pidió otro" title={`Se pidió otro. ${rejection}`} />
      )}
      {payment && staff?.proofCheckedAt && <RowMark icon="check" text="Revisado" />}
      {staff && !staff.proofCheckedAt && meets('proofToCheck', order) && (
        <RowMark tone="yellow" icon="clock" text="Por revisar" />
      )}
      {staff && staff.sameProof.length > 0 && (
        <Badge tone="red" className="whitespace-normal! rounded-lg!">
          Misma imagen: N° {staff.sameProof.map(({ nro_delivery }) => nro_delivery).join(', ')}
        </Badge>
      )}
    </div>
  )
}

type Option = { kind: OpenedModal['kind']; name: string; icon: IconName }

/** The modals of an order. */
const optionsOf = (order: Order): Option[] => [
  { kind: 'details', name: 'Detalles', icon: 'eye' },
  { kind: 'payment-methods', name: 'Medios de pago', icon: 'receipt' },
  { kind: 'proof-view', name: 'Ver comprobante', icon: 'image' },
  ...(order.prescription.sent || (order.prescription.needed && order.status !== 'cancelled')
    ? [{ kind: 'prescription-view', name: reviewName(order), icon: 'prescription' } as const]
    : []),
]

/** The name of the staff's button for a prescription: one that was decided about, or is of a cancelled order, is looked at. */
export const reviewName = ({ status, prescription: { state } }: Order) =>
  state === 'approved' || state === 'rejected' || status === 'cancelled' ? 'Ver receta' : 'Revisar receta'

/** The buttons of an order for staff: in a table icons, with the name as their title. */
function OrderOptions({ order, open }: { order: Order; open: (modal: OpenedModal) => void }) {
  return (
    <div className="flex flex-wrap gap-2 as-table:flex-nowrap as-table:gap-1.5 compact:as-table:gap-1">
      {optionsOf(order).map(({ kind, name, icon }) => (
        <Button
          key={kind}
          look="secondary"
          small
          icon={icon}
          onClick={() => open({ kind, order })}
          title={name}
          className="as-table:size-9 as-table:border-line as-table:p-0 compact:as-table:size-8"
        >
          <span className="as-table:sr-only">{name}</span>
          <span className="sr-only"> del pedido {order.nro_delivery}</span>
        </Button>
      ))}
    </div>
  )
}
