import type { Order } from '#contract/orders.ts'
import { isPaid, meets } from '#domain/order-payment.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { Badge } from '../ui/badge.tsx'
import type { Column } from '../ui/data-table.tsx'
import { formatPrice } from '../ui/price.tsx'
import { CustomerOptions } from './customer-options.tsx'
import type { OpenedModal } from './opened-modal.ts'
import { orderDate } from './order-date.ts'
import type { Mode } from './order-modal.tsx'
import { OrderOptions } from './order-options.tsx'
import { OrderPhotos } from './order-photos.tsx'
import { PaymentReceived } from './payment-received.tsx'
import { PaymentState } from './payment-state.tsx'
import { PrescriptionState, prescriptionRejection } from './prescription-state.tsx'
import { rejectionOf } from './rejected-proof.tsx'
import { RowMark } from './row-mark.tsx'
import { StatusSelect } from './status-select.tsx'

/** The number of units in an order's lines. */
function productCount(lines: Order['products']): string {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return units === 1 ? '1 producto' : `${units} productos`
}

/** Says that the proof was rejected: to the customer why, to staff in a word with the reason as its title. */
function Rejection({ order, mode }: { order: Order; mode: Mode }) {
  const reason = rejectionOf(order)
  if (!reason) return null
  if (mode === 'customer')
    return (
      <span className="text-sm wrap-anywhere">
        <strong className="block">Necesitamos otro.</strong> {reason}
      </span>
    )
  return <RowMark tone="yellow" icon="mail" text="Se pidió otro" title={`Se pidió otro. ${reason}`} />
}

/** Whether the payment proof was sent; a paid order needs none. */
function ProofState({ order }: { order: Order }) {
  if (order.payment) return <Badge tone="green">Enviado</Badge>
  if (!isPaid(order)) return <Badge tone="red">Pendiente</Badge>
  return order.staff ? (
    <span className="text-soft" title="No hace falta: el pedido está pagado">
      —
    </span>
  ) : (
    <Badge>No hace falta</Badge>
  )
}

/** Says to the customer why the prescription was rejected. */
function PrescriptionRejection({ order }: { order: Order }) {
  const reason = prescriptionRejection(order)
  if (reason === undefined) return null
  return (
    <span className="text-sm wrap-anywhere">
      <strong className="block">Necesitamos otra receta.</strong> {reason}
    </span>
  )
}

/** The width of a cut text: a laptop's screen has little room beside the menu. */
const CUT =
  'compact:as-table:max-w-30 compact:@min-[68rem]/wide:max-w-40! compact:@min-[80rem]/wide:max-w-72!'
const CUT_BESIDE_PAYMENT =
  'compact:as-table:max-w-22 compact:@min-[74rem]/wide:max-w-36! compact:@min-[90rem]/wide:max-w-72!'

const columnsOf = (mode: Mode, open: (modal: OpenedModal) => void, cut = CUT): Column<Order>[] => [
  {
    header: 'N° pedido',
    cell: (order) => (
      <>
        {/* A press on the row opens the details for the pointer; this button does so for the keyboard. */}
        <button
          type="button"
          onClick={() => open({ kind: 'details', order })}
          className="-my-1 rounded-lg py-1 font-bold tabular-nums hover:underline"
        >
          <span className="sr-only">Abrir pedido </span>
          {order.nro_delivery}
        </button>
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
  {
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
  {
    header: 'Dirección',
    cut,
    cell: (order) => `${order.address}, ${order.city}`,
    className: 'as-table:min-w-28 compact:as-table:min-w-0',
  },
  {
    header: 'Total',
    className: 'compact:as-table:whitespace-nowrap',
    cell: (order) => (
      <>
        <strong className="tabular-nums">{formatPrice(Math.round(order.total))}</strong>
        <span className="block whitespace-nowrap text-soft compact:as-table:ml-1.5 compact:as-table:inline compact:as-table:text-[0.8125rem] compact:as-table:@max-[68rem]/wide:sr-only">
          {productCount(order.products)}
        </span>
        {mode === 'customer' && <PaymentReceived order={order} />}
      </>
    ),
  },
  {
    header: 'Estado del pedido',
    cell: (order) => (
      <div className="grid gap-1 compact:as-table:flex compact:as-table:items-center compact:as-table:*:shrink-0">
        {mode === 'administrator' ? (
          <StatusSelect order={order} />
        ) : (
          <Badge tone={orderStatuses[order.status].tone}>{orderStatuses[order.status].name}</Badge>
        )}
        <PrescriptionState order={order} />
        {mode === 'customer' && <PrescriptionRejection order={order} />}
      </div>
    ),
  },
  {
    header: 'Comprobante de pago',
    cell: (order) => {
      const { payment, staff } = order
      return (
        <div className="grid gap-1 compact:as-table:flex compact:as-table:items-center compact:as-table:gap-0.5 compact:as-table:@max-[80rem]/wide:has-[:nth-child(3)]:flex-wrap">
          <ProofState order={order} />
          <Rejection order={order} mode={mode} />
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
    },
  },
  { header: 'Opciones', bare: true, cell: (order) => <OrderOptions order={order} open={open} /> },
]

/** The staff's columns; that of the payment where bank statements say something about it. */
export function staffColumnsOf(
  rows: readonly Order[] | undefined,
  open: (modal: OpenedModal) => void,
): Column<Order>[] {
  if (!rows?.some(({ staff }) => staff?.statementsUntil)) return columnsOf('administrator', open)
  const columns = columnsOf('administrator', open, CUT_BESIDE_PAYMENT)
  return [...columns.slice(0, -1), PAYMENT, ...columns.slice(-1)]
}

const PAYMENT: Column<Order> = {
  header: 'Pago',
  cell: (order) => (
    <div className="flex flex-wrap items-center gap-1 compact:as-table:flex-nowrap compact:as-table:whitespace-nowrap">
      <PaymentState order={order} />
    </div>
  ),
}

/** A customer's orders are cards at every width: number and status, what was bought, and the options. */
export function cardsOf(open: (modal: OpenedModal) => void): Column<Order>[] {
  const columns = columnsOf('customer', open)
  const fact = (header: string, more: Partial<Column<Order>> = { className: 'col-span-full' }) =>
    columns.filter((column) => column.header === header).map((column) => ({ ...column, ...more }))
  const bare = { bare: true, className: '' }
  return [
    ...fact('N° pedido', { ...bare, cell: (order) => <NumberAndDate order={order} open={open} /> }),
    ...fact('Estado del pedido', { ...bare, className: 'justify-items-end' }),
    {
      header: 'Productos',
      bare: true,
      cell: (order) => <OrderPhotos lines={order.products} />,
      className: 'col-span-full my-1',
    },
    ...fact('Total'),
    ...fact('Comprobante de pago'),
    ...fact('Nombres'),
    ...fact('Dirección'),
    {
      header: 'Opciones',
      bare: true,
      cell: (order) => <CustomerOptions order={order} open={open} />,
      className: 'col-span-full mt-auto pt-1',
    },
  ]
}

function NumberAndDate({ order, open }: { order: Order; open: (modal: OpenedModal) => void }) {
  return (
    <>
      <button
        type="button"
        onClick={() => open({ kind: 'details', order })}
        className="-my-1 rounded-lg py-1 font-bold text-base tabular-nums hover:underline"
      >
        <span className="sr-only">Abrir pedido </span>
        <span aria-hidden="true">N°&nbsp;</span>
        {order.nro_delivery}
      </button>
      <time dateTime={order.date} className="block text-soft tabular-nums">
        {orderDate(order.date)}
      </time>
    </>
  )
}
