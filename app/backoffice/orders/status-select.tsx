import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { ORDER_STATUSES, type OrderStatus, orderStatuses, statusChangeEffects } from '#domain/order-status.ts'
import { formatPrice } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { missingPapers } from '../../orders/missing-papers.ts'
import type { OpenedModal } from '../../orders/opened-modal.ts'
import { Badge } from '../../ui/badge.tsx'
import { FieldError, Options } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { Icon } from '../../ui/icons.tsx'
import { notice } from '../../ui/notice.tsx'
import { MenuRow, PopoverMenu } from '../../ui/popover-menu.tsx'
import {
  nextShipments,
  SHIPMENT_ICONS,
  ShipmentMark,
  shipmentAction,
  useIsShipmentShown,
  useShipmentAction,
} from './shipment.tsx'

function consequences(order: Order, to: OrderStatus) {
  const { stock, register } = statusChangeEffects(order.status, to)
  const missing = register === 'write' && missingPapers(order)
  return [
    stock === 'release' && ' Sus productos vuelven al stock.',
    stock === 'release' && order.paid && ` Quedan ${formatPrice(order.paid.amount)} por devolver.`,
    stock === 'take' && ' Sus productos se descuentan nuevamente del stock.',
    missing && ` Se entrega ${missing}.`,
    register === 'write' && order.prescription.lacksOriginal && ' Su receta se retiene: recibe el original.',
  ]
    .filter(Boolean)
    .join('')
}

function useStatusChange(order: Order) {
  const { revalidate } = useRevalidator()
  return useAction<OrderStatus>(
    async (state) => {
      await browserApi.updateOrderStatus({ body: { id: order._id, state } })
      await revalidate()
    },
    {
      ask: (state) =>
        notice.confirm({
          title: `¿Cambiar el estado del pedido N° ${order.nro_delivery}?`,
          text: `De ${orderStatuses[order.status].name} a ${orderStatuses[state].name}.${consequences(order, state)}`,
          confirm: 'Cambiar estado',
        }),
    },
  )
}

/** The status in an order's details. After a failure the old status returns, with the reason in a line. */
export function StatusSelect({ order }: { order: Order }) {
  const { run, working, choice, failure } = useStatusChange(order)
  const select = useFocusBack<HTMLSelectElement>(working)

  return (
    <div className="shrink-0">
      <select
        ref={select}
        aria-label={`Estado del pedido N° ${order.nro_delivery}`}
        value={choice ?? order.status}
        disabled={working}
        onChange={(event) => run(event.target.value as OrderStatus)}
        className="control block min-h-10 w-fit min-w-[8.25rem] py-1 pr-1 pl-2.5 font-semibold"
      >
        <Options of={orderStatuses} />
      </select>
      {/* A long reason must not widen the column. */}
      <div className="w-0 min-w-full">
        <FieldError error={failure} />
      </div>
    </div>
  )
}

export function StatusMenu({ order, open }: { order: Order; open: (modal: OpenedModal) => void }) {
  const status = useStatusChange(order)
  const shipment = useShipmentAction(order)
  const next = useIsShipmentShown(order) ? nextShipments(order) : []
  const working = status.working || shipment.working
  const button = useFocusBack<HTMLButtonElement>(working)
  const { name, tone } = orderStatuses[status.choice ?? order.status]
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-1 compact:as-table:flex-nowrap">
        <PopoverMenu
          trigger={({ ref, ...props }) => (
            <button
              {...props}
              ref={(element) => {
                button.current = element
                if (typeof ref === 'function') ref(element)
                else if (ref) ref.current = element
              }}
              type="button"
              aria-busy={working || undefined}
              aria-label={`Estado del pedido N° ${order.nro_delivery}: ${name}`}
              className="as-table:-my-1 inline-flex min-h-8 items-center rounded-full aria-busy:opacity-60"
            >
              <Badge tone={tone}>
                {name}
                <Icon name="chevron-down" className="-mr-1 size-4" />
              </Badge>
            </button>
          )}
        >
          {ORDER_STATUSES.map((to) => (
            <MenuRow
              key={to}
              icon={to === order.status ? 'check' : undefined}
              aria-current={to === order.status || undefined}
              onClick={() => to !== order.status && status.run(to)}
            >
              {orderStatuses[to].name}
            </MenuRow>
          ))}
          {next.length > 0 && <hr className="my-1 border-line" />}
          {next.map((state) => (
            <MenuRow
              key={state}
              icon={SHIPMENT_ICONS[state]}
              onClick={() => (state === 'sent' ? open({ kind: 'shipment', order }) : shipment.run(state))}
            >
              {shipmentAction(state, order)}
              {state === 'sent' && '…'}
            </MenuRow>
          ))}
        </PopoverMenu>
        <ShipmentMark order={order} />
      </div>
      {/* A long reason must not widen the column. */}
      <div className="w-0 min-w-full">
        <FieldError error={status.failure ?? shipment.failure} />
      </div>
    </div>
  )
}
