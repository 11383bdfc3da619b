import { href, Link } from 'react-router'
import type { BoardData } from '#contract/board.ts'
import { formatWhole } from '#domain/price.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ORDERS, TODAY } from '../orders/order-filters.ts'
import { PAYMENTS } from '../payments/payment-groups.ts'
import { REQUESTS } from '../people/requests/requests-url.ts'
import { PRODUCTS } from '../products/product-filters.ts'

type Figure = { key: keyof BoardData['tasks']; name: string; icon: IconName; to: string }

const always: Figure[] = [
  {
    key: 'ordersOfToday',
    name: 'Pedidos de hoy',
    icon: 'receipt',
    to: ORDERS.url({ from: TODAY, to: TODAY }),
  },
  {
    key: 'missingProofs',
    name: 'Pedidos sin comprobante',
    icon: 'clock',
    to: ORDERS.url({ proof: 'missing' }),
  },
  {
    key: 'prescriptionsToReview',
    name: 'Recetas por revisar',
    icon: 'prescription',
    to: ORDERS.url({ prescription: 'unreviewed' }),
  },
  {
    key: 'unansweredRequests',
    name: 'Solicitudes sin responder',
    icon: 'mail',
    to: REQUESTS.url({ answered: false }),
  },
  {
    key: 'soldOutProducts',
    name: 'Productos agotados',
    icon: 'warning',
    to: PRODUCTS.url({ stock: 'none' }),
  },
]

/** Shown only if there are any. */
const sometimes: Figure[] = [
  { key: 'paymentsToDecide', name: 'Pagos por decidir', icon: 'bank', to: PAYMENTS.url({}) },
  {
    key: 'proofsWithoutTransfer',
    name: 'Comprobantes sin transferencia',
    icon: 'warning',
    to: ORDERS.url({ paid: 'proof-only' }),
  },
  {
    key: 'pendingReturns',
    name: 'Devoluciones por hacer',
    icon: 'rotate',
    to: PAYMENTS.url({ group: 'devoluciones' }),
  },
  {
    key: 'expiredLots',
    name: 'Vencidos',
    icon: 'warning',
    to: `${href('/dashboard/products/expiring')}?plazo=vencidos`,
  },
  { key: 'expiringLots', name: 'Por vencer', icon: 'clock', to: href('/dashboard/products/expiring') },
  {
    key: 'importsToReview',
    name: 'Planillas por revisar',
    icon: 'upload',
    to: `${href('/dashboard/products/imports')}?estado=sin-guardar`,
  },
  {
    key: 'undeliveredEvents',
    name: 'Avisos que no llegaron a otro sistema',
    icon: 'external',
    to: href('/dashboard/connections'),
  },
  {
    key: 'heldProducts',
    name: 'Sin condición de venta',
    icon: 'prescription',
    to: href('/dashboard/products/sale-conditions'),
  },
]

/** Open tasks as figures; each links to its list. `tasks` undefined draws the loading state, null a failed one. */
export function Figures({ tasks }: { tasks: BoardData['tasks'] | null | undefined }) {
  const figures = [...always, ...sometimes.filter(({ key }) => tasks && (tasks[key] ?? 0) > 0)]
  return (
    <ul
      aria-label="Por hacer"
      className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11.25rem,1fr))] large-type:max-sm:grid-cols-1"
    >
      {figures.map(({ key, name, icon, to }) => (
        <li key={key}>
          <Link
            to={to}
            className="flex h-full items-center gap-3 rounded-lg bg-mint p-3 transition-colors hover:bg-mint-deep sm:gap-4 sm:p-4"
          >
            <Icon name={icon} className="size-7 text-brand" />
            <span className="min-w-0">
              <span className="block min-h-7 font-bold text-lg tabular-nums leading-snug">
                {tasks === undefined ? (
                  <Skeleton className="h-6 w-10" />
                ) : tasks ? (
                  formatWhole(tasks[key] ?? 0)
                ) : (
                  '—'
                )}
              </span>
              <span className="block text-sm">{name}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
