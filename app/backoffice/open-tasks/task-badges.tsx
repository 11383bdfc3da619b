import { href } from 'react-router'
import type { OpenTasks } from '#contract/board.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'

type TaskBadge = { key: keyof OpenTasks; icon?: IconName; one: string; many: string }

/** The counts beside an item of the menu. */
const badges: Record<string, TaskBadge[]> = {
  [href('/dashboard/deliveries')]: [
    {
      key: 'proofsToCheck',
      icon: 'image',
      one: 'comprobante por revisar',
      many: 'comprobantes por revisar',
    },
    { key: 'pendingOrders', one: 'pedido pendiente', many: 'pedidos pendientes' },
  ],
  [href('/dashboard/clients')]: [
    { key: 'unansweredRequests', one: 'solicitud sin responder', many: 'solicitudes sin responder' },
  ],
}

/** The counts of a menu's item that aren't 0, with their words. */
export const badgesOf = (to: string, tasks: OpenTasks | null) =>
  (badges[to] ?? []).flatMap(({ key, icon, one, many }) => {
    const count = tasks?.[key] ?? 0
    return count > 0 ? [{ key, icon, count, text: `${count} ${count === 1 ? one : many}` }] : []
  })

const MAX_SHOWN = 999

/** Counts at the end of a menu's item. Its link is described by their words, so that its name stays. */
export function TaskBadges({ id, of }: { id: string; of: ReturnType<typeof badgesOf> }) {
  return (
    <span className="ml-auto flex gap-1">
      {of.map(({ key, icon, count, text }) => (
        <span
          key={key}
          title={text}
          aria-hidden="true"
          className={`inline-flex h-6 min-w-6 items-center justify-center gap-1 rounded-full px-1.5 font-semibold text-sm tabular-nums leading-none ${icon ? 'bg-seal text-seal-ink' : 'bg-leaf text-night'}`}
        >
          {icon && <Icon name={icon} className="size-3.5" />}
          {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        </span>
      ))}
      <span id={id} hidden>
        {of.map(({ text }) => text).join(', ')}
      </span>
    </span>
  )
}
