import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import { ALL_ORDERS, type Order } from '#contract/orders.ts'
import { differenceInWords, isPaid } from '#domain/order-payment.ts'
import { formatPrice, formatWhole } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { loadOrFailure } from '../../api/server-failure.ts'
import { BackLink } from '../../listing/back-link.tsx'
import { orderMoment } from '../../orders/order-date.ts'
import { PRESCRIPTION_WORDS } from '../../orders/prescription-state.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { type Columns, DataTable } from '../../ui/data-table.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { longDate } from '../store-time.ts'
import { communeOf } from './order-columns.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Pedidos pendientes') }]

export function clientLoader({ request: { signal } }: ClientLoaderFunctionArgs) {
  return loadOrFailure(async () => {
    const query = { status: 'pending', sort: 'oldest' } as const
    const { data, total } = await browserApi.listOrders({ params: { id: ALL_ORDERS }, query, signal })
    return { orders: data, total }
  })
}

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: pending }: ScreenProps<typeof clientLoader>) {
  const rows = pending?.failure === null ? pending.orders : undefined
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <div className="print:hidden">
            <BackLink to={href('/dashboard/deliveries')} />
          </div>
          <h1 className="text-xl">Pedidos pendientes</h1>
          <p className="mt-1 text-soft">
            {pending?.failure === null && `${countOf(pending)} `}
            {/* Left out of the server's page, which may have been rendered at another time. */}
            {pending && <span className="hidden print:inline">Al {longDate(new Date().toISOString())}</span>}
          </p>
        </div>
        <Button icon="print" className="print:hidden" disabled={!rows?.length} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
      <DataTable
        label="Pedidos pendientes"
        columns={columns}
        rows={pending?.failure ? [] : rows}
        rowKey={({ _id }) => _id}
        empty={pending?.failure ? <ListFailure text={pending.failure} /> : 'No hay pedidos pendientes'}
        tableFrom="narrow"
      />
    </div>
  )
}

function countOf({ orders: { length }, total }: { orders: Order[]; total: number }): string {
  if (total > length) return `Los ${length} más antiguos de ${formatWhole(total)}.`
  return length === 1 ? '1 pedido, el más antiguo primero.' : `${length} pedidos, los más antiguos primero.`
}

function paymentOf(order: Order): string {
  const { payment, staff, paid } = order
  if (isPaid(order)) return 'Pagado'
  if (paid) return differenceInWords(paid.difference)
  if (!payment) return 'Sin comprobante'
  return staff?.proofCheckedAt ? 'Comprobante revisado' : 'Comprobante por revisar'
}

const prescriptionOf = ({ prescription: { state } }: Order) =>
  state === 'none' ? '' : PRESCRIPTION_WORDS[state].text

const columns: Columns<Order> = {
  done: {
    header: 'Listo',
    className: 'as-table:w-14 as-card:hidden',
    cell: () => <span aria-hidden="true" className="block size-5 rounded-sm border-2 border-line" />,
  },
  number: {
    header: 'N° pedido',
    cell: ({ nro_delivery, date }) => (
      <>
        <strong className="tabular-nums">{nro_delivery}</strong>
        <time dateTime={date} className="block text-soft tabular-nums">
          {orderMoment(date)}
        </time>
      </>
    ),
  },
  delivery: {
    header: 'Entrega',
    cell: (order) => (
      <>
        <span className="font-semibold">
          {order.name} {order.lastName}
        </span>
        <span className="block wrap-anywhere">
          {order.address}, {communeOf(order)}
        </span>
        <span className="block text-soft tabular-nums">{order.phone}</span>
      </>
    ),
  },
  products: {
    header: 'Productos',
    cell: ({ products }) => (
      <ul>
        {products.map(({ productId, productName, quantity }) => (
          <li key={productId}>
            {quantity} × {productName}
          </li>
        ))}
      </ul>
    ),
  },
  payment: {
    header: 'Pago',
    cell: (order) => (
      <>
        <strong className="tabular-nums">{formatPrice(Math.round(order.total))}</strong>
        <span className="block text-soft">{paymentOf(order)}</span>
        <span className="block text-soft">{prescriptionOf(order)}</span>
      </>
    ),
  },
}
