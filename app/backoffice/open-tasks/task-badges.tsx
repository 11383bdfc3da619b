import { href, Link } from 'react-router'
import type { OpenTasks } from '#contract/board.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { ORDERS } from '../orders/order-filters.ts'
import { PAYMENTS } from '../payments/payment-groups.ts'
import { REQUESTS } from '../people/requests/requests-url.ts'

type TaskBadge = {
  key: keyof OpenTasks
  icon?: IconName
  /** Whether somebody waits for a decision. */
  urgent?: true
  one: string
  many: string
  /** The URL of the list of the counted rows. */
  list: string
}

/** The counts beside an item of the menu. */
const badges: Record<string, TaskBadge[]> = {
  [href('/dashboard/deliveries')]: [
    {
      key: 'proofsToCheck',
      icon: 'image',
      urgent: true,
      one: 'comprobante por revisar',
      many: 'comprobantes por revisar',
      list: ORDERS.url({ proof: 'unchecked' }),
    },
    {
      key: 'prescriptionsToReview',
      icon: 'prescription',
      urgent: true,
      one: 'receta por revisar',
      many: 'recetas por revisar',
      list: ORDERS.url({ prescription: 'unreviewed' }),
    },
    {
      key: 'pendingOrders',
      one: 'pedido pendiente',
      many: 'pedidos pendientes',
      list: ORDERS.url({ status: 'pending' }),
    },
  ],
  [href('/dashboard/payments')]: [
    {
      key: 'pendingReturns',
      icon: 'rotate',
      one: 'devolución por hacer',
      many: 'devoluciones por hacer',
      list: PAYMENTS.url({ group: 'devoluciones' }),
    },
    {
      key: 'paymentsToDecide',
      urgent: true,
      one: 'pago por decidir',
      many: 'pagos por decidir',
      list: PAYMENTS.url({}),
    },
  ],
  [href('/dashboard/clients')]: [
    {
      key: 'unansweredRequests',
      one: 'solicitud sin responder',
      many: 'solicitudes sin responder',
      list: REQUESTS.url({ answered: false }),
    },
  ],
}

/** The counts of a menu's item that aren't 0, with their words. */
export const badgesOf = (to: string, tasks: OpenTasks | null) =>
  (badges[to] ?? []).flatMap(({ key, icon, urgent, one, many, list }) => {
    const count = tasks?.[key] ?? 0
    return count > 0 ? [{ key, icon, urgent, list, count, text: `${count} ${count === 1 ? one : many}` }] : []
  })

const MAX_SHOWN = 999

type Badges = ReturnType<typeof badgesOf>

/** The counts in words, for `aria-describedby` of the item's link, whose name stays the item's name. */
export const BadgeWords = ({ id, of }: { id: string; of: Badges }) => (
  <span id={id} hidden>
    {of.map(({ text }) => text).join(', ')}
  </span>
)

/** Counts at the end of a menu's item, over its link. Each count links to the list of the counted rows. */
export const TaskBadges = ({
  of,
  folded,
  onClick,
}: {
  of: Badges
  /** Whether the item is only an icon, which has room for a dot but not for counts. */
  folded: boolean
  onClick: React.MouseEventHandler<HTMLElement>
}) =>
  folded ? (
    of.length > 0 && (
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1 right-0.5 size-2.5 rounded-full bg-seal"
      />
    )
  ) : (
    <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center gap-0.5">
      {of.map(({ key, icon, urgent, list, count, text }) => (
        <Link
          key={key}
          to={list}
          onClick={onClick}
          title={text}
          aria-label={text}
          className={`pointer-events-auto inline-flex h-6 min-w-6 items-center justify-center gap-0.5 rounded-full px-1 font-semibold text-[0.75rem] tabular-nums leading-none hover:ring-2 hover:ring-white ${urgent ? 'bg-seal text-seal-ink' : 'bg-leaf text-night'}`}
        >
          {/* Three counts with icons don't fit beside the scrollbar of a low window. */}
          {icon && <Icon name={icon} className="size-3 [@media(max-height:49rem)]:hidden" />}
          {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        </Link>
      ))}
    </span>
  )
