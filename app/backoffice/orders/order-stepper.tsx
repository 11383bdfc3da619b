import { useEffect, useEffectEvent, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { areShortcutsOn } from '../../listing/preferences.ts'
import { IconButton } from '../../ui/button.tsx'
import { isInField, NEXT_KEY, PREVIOUS_KEY } from '../shortcut-keys.ts'

type Props = { order: Order; rows: readonly Order[]; onOpen: (order: Order) => void }

/** 'Anterior' and 'Siguiente' through the orders of the list's page, also by the keys k and j. */
export function OrderStepper({ order, rows, onOpen }: Props) {
  const index = rows.findIndex(({ _id }) => _id === order._id)
  const [place, setPlace] = useState(index)
  if (index >= 0 && index !== place) setPlace(index)
  // An order that has left the list keeps its place between its neighbours.
  const gone = index < 0 && place >= 0
  const previous = rows[place - 1]
  const next = gone ? rows[place] : rows[place + 1]
  useWalkKeys({ previous, next, onOpen })
  const to = (target: Order | undefined) => ({
    'aria-disabled': !target,
    onClick: () => target && onOpen(target),
    className: 'aria-disabled:cursor-not-allowed aria-disabled:text-soft aria-disabled:opacity-50',
  })
  return (
    <>
      <p role="status" className="mr-1 whitespace-nowrap text-sm text-soft tabular-nums max-sm:sr-only">
        <span className="sr-only">Pedido {order.nro_delivery}, </span>
        {!gone && index >= 0 && `${index + 1} de ${rows.length}`}
      </p>
      <IconButton icon="chevron-up" label="Pedido anterior" {...to(previous)} />
      <IconButton icon="chevron-down" label="Pedido siguiente" {...to(next)} />
    </>
  )
}

function useWalkKeys({
  previous,
  next,
  onOpen,
}: { previous?: Order | undefined; next?: Order | undefined } & Pick<Props, 'onOpen'>) {
  const press = useEffectEvent(
    ({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent) => {
      if (defaultPrevented || ctrlKey || metaKey || altKey || isInField(target) || !areShortcutsOn()) return
      // A dialog above the order's details gets the keys first.
      if (document.querySelectorAll('dialog[open]').length > 1) return
      const order = { [PREVIOUS_KEY]: previous, [NEXT_KEY]: next }[key]
      if (order) onOpen(order)
    },
  )
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
