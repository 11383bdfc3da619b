import { Link } from 'react-router'
import type { BoardData } from '#contract/board.ts'
import { formatPrice } from '../../ui/price.tsx'
import { ORDERS } from '../orders/order-filters.ts'
import { PAYMENTS } from '../payments/payment-groups.ts'

type Money = NonNullable<BoardData['transfers']>

const figures: { key: keyof Money; name: string; note: string; to: string }[] = [
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
      {figures.map(({ key, name, note, to }) => (
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
