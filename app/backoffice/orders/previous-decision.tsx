import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import type { ModalProps, OpenedModal } from '../../orders/opened-modal.ts'
import { Icon } from '../../ui/icons.tsx'
import { notice } from '../../ui/notice.tsx'

export const PreviousDecision = ({
  decided: { order, text },
  kind,
  open,
}: {
  decided: NonNullable<OpenedModal['decided']>
  kind: OpenedModal['kind']
  open: ModalProps['open']
}) => (
  <p className="flex items-center justify-between gap-3 rounded-lg border border-line px-3 py-2 text-sm">
    <span className="flex min-w-0 items-center gap-2">
      <Icon name="check" className="size-4 text-brand" />
      <span>
        N° {order.nro_delivery}: {text}
      </span>
    </span>
    {(kind !== 'proof-view' || order.payment !== '') && (
      <button type="button" onClick={() => open({ kind, order })} className="link">
        Volver<span className="sr-only"> al pedido {order.nro_delivery}</span>
      </button>
    )}
  </p>
)

/**
 * Opens the next order of the page that waits for a decision, after a decision about this one; after the page's end the search
 * goes on at its beginning.
 *
 * @returns `unseen`: whether the image of an order opened so isn't in sight yet; its buttons wait for it
 */
export function useGoOn(
  { order, rows, open, onClose, decided, shown }: ModalProps & { shown: boolean },
  kind: OpenedModal['kind'],
  isWaiting: (order: Order) => boolean,
) {
  const { revalidate } = useRevalidator()
  const place = rows.findIndex(({ _id }) => _id === order._id)
  const next = [...rows.slice(place + 1), ...rows.slice(0, Math.max(0, place))].find(isWaiting)
  return {
    unseen: decided !== undefined && !shown,
    /** `message` is for a decision after which the modal closes if no other order waits. */
    goOn: async (decided: NonNullable<OpenedModal['decided']>, message?: string) => {
      if (next) open({ kind, order: next, decided })
      else if (message) {
        onClose()
        void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
      }
      await revalidate()
    },
  }
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
