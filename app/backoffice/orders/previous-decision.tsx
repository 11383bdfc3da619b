import { useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import type { OpenedModal } from '../../orders/opened-modal.ts'
import type { StaffProps } from '../../orders/staff-parts.ts'
import { Icon } from '../../ui/icons.tsx'

/** The last decision, about another order, with a button back to that order. */
export const PreviousDecision = ({
  decided: { order, text },
  kind,
  open,
}: {
  decided: NonNullable<OpenedModal['decided']>
  /** The modal in which the decision was made. */
  kind: OpenedModal['kind']
  open: StaffProps['open']
}) => (
  <p className="flex items-center justify-between gap-3 rounded-lg border border-line px-3 py-2 text-sm">
    <span className="flex min-w-0 items-center gap-2">
      <Icon name="check" className="size-4 text-brand" />
      <span>
        N° {order.nro_delivery}: {text}
      </span>
    </span>
    {(kind !== 'proof-view' || order.payment !== '') && (
      <button
        type="button"
        onClick={() => open({ kind, order })}
        className="rounded-lg font-semibold text-brand underline underline-offset-4"
      >
        Volver<span className="sr-only"> al pedido {order.nro_delivery}</span>
      </button>
    )}
  </p>
)

/** The next order on the list's page that waits for a decision; after the page's end the search goes on at its beginning. */
export function nextWaiting(
  rows: readonly Order[],
  { _id: current }: Order,
  isWaiting: (order: Order) => boolean,
): Order | undefined {
  const place = rows.findIndex(({ _id }) => _id === current)
  return [...rows.slice(place + 1), ...rows.slice(0, Math.max(0, place))].find(isWaiting)
}

/** The order's number and customer. With `focused` it takes the focus, after the decision about another order. */
export function DecidedOrder({ order, focused }: { order: Order; focused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <h3 ref={heading} tabIndex={-1} className="wrap-anywhere outline-none">
      Pedido N° {order.nro_delivery}, {order.name} {order.lastName}
    </h3>
  )
}
