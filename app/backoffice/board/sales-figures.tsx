import { Link } from 'react-router'
import type { BoardData } from '#contract/board.ts'
import type { BoardPeriod } from '#domain/board-period.ts'
import { formatPrice, formatWhole } from '#domain/price.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ORDERS } from '../orders/order-filters.ts'
import { PAYMENTS } from '../payments/payment-groups.ts'
import { compare } from './compare.ts'

type Period = BoardData['periods'][number]
type Sales = Period['sales']

const figures: { name: string; of: (sales: Sales) => number; format: (value: number) => string }[] = [
  { name: 'Vendido', of: ({ pesos }) => pesos, format: formatPrice },
  { name: 'Pedidos', of: ({ orders }) => orders, format: formatWhole },
  {
    name: 'Promedio por pedido',
    of: ({ pesos, orders }) => (orders > 0 ? pesos / orders : 0),
    format: formatPrice,
  },
]

/**
 * Pesos, orders and their average, beside the previous period's; cancelled orders don't count. `sums` is undefined while loading
 * and null after a failure.
 */
export function SalesFigures({ sums, days }: { sums: Period | null | undefined; days: BoardPeriod }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      {figures.map(({ name, of, format }) => (
        <div key={name} className="card p-4">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="min-h-14 sm:min-h-18">
            {sums === undefined && <Skeleton className="mt-1 h-7 w-32" />}
            {sums === null && '—'}
            {sums && (
              <>
                <span className="block font-bold text-xl tabular-nums">{format(of(sums.sales))}</span>
                <Change {...compare(of(sums.sales), of(sums.before), days)}>
                  {of(sums.before) > 0 && ` (${format(of(sums.before))})`}
                </Change>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const ARROWS = { up: '▲ ', down: '▼ ', same: '' } as const

const Change = ({
  direction,
  text,
  children,
}: ReturnType<typeof compare> & { children: React.ReactNode }) => (
  <span className="block text-sm">
    <span aria-hidden="true" className={direction === 'up' ? 'text-brand' : 'text-soft'}>
      {ARROWS[direction]}
    </span>
    {text}
    <span className="text-soft tabular-nums">{children}</span>
  </span>
)

type Money = NonNullable<BoardData['transfers']>

const sums: { key: keyof Money; name: string; note: string; to: string }[] = [
  {
    key: 'expected',
    name: 'Por recibir',
    note: 'Lo que falta de los pedidos de 60 días, desde la primera cartola.',
    to: ORDERS.url({ paid: 'unpaid' }),
  },
  {
    key: 'received',
    name: 'Recibido por transferencia',
    note: 'Transferencias de 30 días asignadas a un pedido.',
    to: PAYMENTS.url({ group: 'asignados' }),
  },
  {
    key: 'undecided',
    name: 'Sin asignar',
    note: 'Transferencias que esperan una decisión.',
    to: PAYMENTS.url({}),
  },
]

/** Pesos by transfer: due, received, and not yet assigned to an order. */
export const Transfers = (money: Money) => (
  <section aria-label="Pagos por transferencia">
    <ul className="grid gap-4 sm:grid-cols-3">
      {sums.map(({ key, name, note, to }) => (
        <li key={key}>
          <Link to={to} className="card grid h-full content-start p-4 transition-colors hover:border-brand">
            <span className="text-sm text-soft">{name}</span>
            <span className="font-bold text-xl tabular-nums">{formatPrice(money[key])}</span>
            <span className="text-sm text-soft">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
