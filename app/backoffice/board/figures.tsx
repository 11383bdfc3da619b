import { href, Link } from 'react-router'
import type { BoardData } from '#contract/board.ts'
import { formatWhole } from '#domain/price.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ORDERS, TODAY } from '../orders/order-filters.ts'
import { PAYMENTS } from '../payments/payment-groups.ts'
import { REQUESTS } from '../people/requests/requests-url.ts'
import { PRODUCTS } from '../products/product-filters.ts'

/** A count of open tasks: its name, its icon and the URL of its list. */
type Figure = readonly [keyof BoardData['tasks'], name: string, IconName, to: string]

const always: Figure[] = [
  ['ordersOfToday', 'Pedidos de hoy', 'receipt', ORDERS.url({ from: TODAY, to: TODAY })],
  ['missingProofs', 'Pedidos sin comprobante', 'clock', ORDERS.url({ proof: 'missing' })],
  [
    'prescriptionsToReview',
    'Recetas por revisar',
    'prescription',
    ORDERS.url({ prescription: 'unreviewed' }),
  ],
  ['unansweredRequests', 'Solicitudes sin responder', 'mail', REQUESTS.url({ answered: false })],
  ['soldOutProducts', 'Productos agotados', 'warning', PRODUCTS.url({ stock: 'none' })],
]

const EXPIRING = href('/dashboard/products/expiring')
const IMPORTS = href('/dashboard/products/imports')

/** Shown only if there are any. */
const sometimes: Figure[] = [
  ['paymentsToDecide', 'Pagos por decidir', 'bank', PAYMENTS.url({})],
  ['proofsWithoutTransfer', 'Comprobantes sin transferencia', 'warning', ORDERS.url({ paid: 'proof-only' })],
  ['pendingReturns', 'Devoluciones por hacer', 'rotate', PAYMENTS.url({ group: 'devoluciones' })],
  ['expiredLots', 'Vencidos', 'warning', `${EXPIRING}?plazo=vencidos`],
  ['expiringLots', 'Por vencer', 'clock', EXPIRING],
  ['importsToReview', 'Planillas por revisar', 'upload', `${IMPORTS}?estado=sin-guardar`],
  ['undeliveredEvents', 'Avisos que no llegaron a otro sistema', 'external', href('/dashboard/connections')],
  ['heldProducts', 'Sin condición de venta', 'prescription', href('/dashboard/products/sale-conditions')],
]

/** Open tasks as figures; each links to its list. `tasks` undefined draws the loading state, null a failed one. */
export function Figures({ tasks }: { tasks: BoardData['tasks'] | null | undefined }) {
  const figures = [...always, ...sometimes.filter(([key]) => tasks && (tasks[key] ?? 0) > 0)]
  return (
    <ul
      aria-label="Por hacer"
      className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11.25rem,1fr))] large-type:max-sm:grid-cols-1"
    >
      {figures.map(([key, name, icon, to]) => (
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
