import type { Order } from '#contract/orders.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { formatDecimal } from '#domain/price.ts'
import { readableName } from '#domain/readable-name.ts'
import { fullRut } from '#domain/rut.ts'
import { needsPrescription, prescriptionInstructions, SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { splitWholeTotal, TAX_PERCENT } from '#domain/tax.ts'
import { Badge } from '../ui/badge.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { formatPrice } from '../ui/price.tsx'
import { OnItsWay } from './on-its-way.tsx'
import { orderDate } from './order-date.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { PaymentState } from './payment-state.tsx'
import { PrescriptionState } from './prescription-state.tsx'
import { TakenLots } from './taken-lots.tsx'

/** The staff's parts of the lines: the lots of each, and a field above them. */
export type StaffLots = { field: React.ReactNode; of: (line: Order['products'][number]) => React.ReactNode }

/** An order's timeline, lines, totals and shipping address. Staff see the products' names as they were written, and the lots to take. */
export function OrderDetails({ order, lots }: { order: Order; lots?: StaffLots }) {
  const { name, tone } = orderStatuses[order.status]
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="font-semibold text-lg">Pedido N°&nbsp;{order.nro_delivery}</p>
        <Badge tone={tone}>{name}</Badge>
        <PrescriptionState order={order} />
        {order.paid && <PaymentState order={order} />}
        <p className="text-soft sm:ml-auto">
          Fecha: <time dateTime={order.date}>{orderDate(order.date)}</time>
        </p>
      </div>
      {!order.staff && <OnItsWay order={order} />}
      <OrderTimeline order={order} />
      {lots?.field}
      <Lines order={order} lots={lots} />
      <Totals order={order} />
      <ShippingDetails order={order} />
    </div>
  )
}

const number = 'py-2 text-right tabular-nums sm:px-2'

const numbers: { header: string; text: (line: Order['products'][number]) => React.ReactNode }[] = [
  { header: 'Precio', text: ({ price }) => formatPrice(price) },
  { header: 'Cantidad', text: ({ quantity }) => quantity },
  {
    header: 'Descuento',
    text: ({ discount }) => (discount > 0 ? keepTogether(`${formatDecimal(discount)} %`) : '—'),
  },
  { header: 'Total', text: ({ total }) => formatPrice(total) },
]

function Lines({ order, lots }: { order: Order; lots: StaffLots | undefined }) {
  return (
    <table aria-label="Productos del pedido" className="w-full text-sm max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b text-left">
          <th scope="col" className="py-2 font-semibold">
            Producto
          </th>
          {numbers.map(({ header }) => (
            <th key={header} scope="col" className={`${number} font-semibold last:pr-0`}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {order.products.map((line) => (
          <tr
            key={line.productId}
            className={`border-line border-b max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3 ${lots ? 'align-top' : ''}`}
          >
            <th
              scope="row"
              className="w-full py-2 text-left font-semibold max-sm:col-span-full max-sm:block max-sm:py-0 max-sm:pb-1"
            >
              {lots ? line.productName : keepTogether(readableName(line.productName))}
              <Condition line={line} order={order} />
              {/* Before the delivery the lots are only a proposal, which a customer needn't know. */}
              {lots ? lots.of(line) : order.status === 'delivered' && <TakenLots line={line} />}
            </th>
            {numbers.map(({ header, text }) => (
              <td
                key={header}
                className={`${number} last:pr-0 last:font-semibold max-sm:col-span-full max-sm:flex max-sm:justify-between max-sm:py-0.5`}
              >
                <span aria-hidden="true" className="text-soft sm:hidden">
                  {header}
                </span>
                {text(line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The sale condition of a prescription line; while the order is open, the prescription that the line still needs. */
function Condition({ line, order }: { line: Order['products'][number]; order: Order }) {
  const { saleCondition } = line
  if (!needsPrescription(saleCondition)) return null
  const { state, coveredBy } = order.prescription
  const isCovered = coveredBy.some(({ products }) => products.includes(line.productId))
  const asks =
    orderStatuses[order.status].isOpen &&
    (saleCondition === 'retained' || (!isCovered && (state === 'missing' || state === 'rejected')))
  return (
    <span className="block font-normal text-soft">
      {(asks && prescriptionInstructions(saleCondition)) ||
        (isCovered ? 'Con receta vigente' : SALE_CONDITION_NAMES[saleCondition])}
    </span>
  )
}

function Totals({ order }: { order: Order }) {
  const { total, paid } = order
  const { net, tax, total: whole } = splitWholeTotal(total)
  const sums = orderSums(order)
  const iva = keepTogether(`IVA ${TAX_PERCENT} % (referencial)`)
  const rows: [name: string, text: string, className?: string][] = [...sums]
  if (sums.length === 0) rows.push(['Subtotal', formatPrice(net)], [iva, formatPrice(tax)])
  rows.push(['Total', formatPrice(whole), 'border-line border-t pt-2 font-bold text-lg'])
  if (sums.length > 0) rows.push([iva, formatPrice(tax), 'text-soft'])
  if (paid) rows.push(['Pago recibido', formatPrice(paid.amount)])
  if (paid && paid.difference !== 0)
    rows.push([paid.difference < 0 ? 'Falta' : 'Sobra', formatPrice(Math.abs(paid.difference))])
  return (
    <dl className="ml-auto grid w-full max-w-72 gap-1.5">
      {rows.map(([name, text, className = '']) => (
        <div key={name} className={`flex justify-between gap-4 ${className}`}>
          <dt className="min-w-0 wrap-anywhere">{name}</dt>
          <dd className="tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The amounts between the lines and the total; none for an order without a code and a delivery option. */
export function orderSums({
  subtotal,
  coupon,
  delivery,
}: Pick<Order, 'subtotal' | 'coupon'> & {
  delivery: Pick<NonNullable<Order['delivery']>, 'kind' | 'cost'> | null
}): [name: string, text: string][] {
  if (!coupon && !delivery) return []
  const sums: [name: string, text: string][] = [['Subtotal', formatPrice(subtotal)]]
  if (coupon && coupon.discount > 0) sums.push([`Descuento ${coupon.code}`, formatPrice(-coupon.discount)])
  if (delivery)
    sums.push([
      delivery.kind === 'pickup' ? 'Retiro' : 'Despacho',
      delivery.cost > 0 ? formatPrice(delivery.cost) : 'Gratis',
    ])
  return sums
}

function ShippingDetails({ order }: { order: Order }) {
  const { delivery, recipient } = order
  const isPickup = delivery?.kind === 'pickup'
  const facts: [name: string, value: React.ReactNode][] = [
    [isPickup ? 'Retiro en' : 'Despacho', delivery?.name],
    ['Retira', recipient && `${recipient.name}, RUT ${fullRut(recipient.rut)}`],
    [isPickup ? 'A nombre de' : 'Recibe', `${order.name} ${order.lastName}`],
    ['Dirección', order.address],
    [delivery?.communeName ? 'Comuna' : 'Ciudad', isPickup ? null : delivery?.communeName || order.city],
    ['Código postal', isPickup ? null : order.postalCode],
    ['Teléfono', <PhoneLink key="phone" phone={order.phone} />],
    ['Correo electrónico', <EmailText key="email" email={order.email} />],
  ]
  const known = facts.filter(([, value]) => value !== null && value !== undefined)
  return (
    <section aria-labelledby="entrega" className="rounded-lg bg-mint p-4">
      <h3 id="entrega" className="mb-3">
        Datos de entrega
      </h3>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {known.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
