import { createContext, use, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import type { Store } from '#contract/store.ts'
import { awaitsHandover } from '#domain/order-status.ts'
import { type ShipmentState, shipmentStates } from '#domain/shipment.ts'
import { store } from '#store'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import type { ModalProps } from '../../orders/opened-modal.ts'
import { Parcel } from '../../orders/parcel.tsx'
import { RowMark } from '../../orders/row-mark.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField, SelectField } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'

/** Whether the pharmacy has delivery options, or an order of the list's page has a delivery. If not, the screens hide the shipment. */
export const HasDeliveryOptions = createContext(false)

export const useIsShipmentShown = ({ delivery, shipment }: Order) =>
  use(HasDeliveryOptions) || delivery !== null || shipment.state !== 'waiting'

/** The shipment states that an order may get next. An order without a delivery option may be picked up or sent. */
export const nextShipments = ({ status, delivery, shipment }: Order): ShipmentState[] => {
  if (status === 'cancelled') return []
  if (shipment.state !== 'waiting') return ['waiting']
  if (!delivery) return ['ready', 'sent']
  return delivery.kind === 'pickup' ? ['ready'] : ['sent']
}

export const SHIPMENT_ICONS = { waiting: 'rotate', ready: 'box', sent: 'truck' } as const

export const shipmentAction = (state: ShipmentState, { shipment }: Order) =>
  state === 'waiting' ? `Deshacer «${shipmentStates[shipment.state].name}»` : shipmentStates[state].name

/** Sets an order's shipment state, then loads the list again. Courier and tracking number are left out by buttons. */
export function useShipmentAction({ _id: id }: Order) {
  const { revalidate } = useRevalidator()
  return useAction<ShipmentState>(async (state) => {
    await browserApi.setShipment({ params: { id }, body: { state } })
    await revalidate()
  })
}

/** How an order arrives, in words: 'Retiro', 'Despacho a Ñuñoa', 'Entrega por acordar'. */
export function deliveryInWords({ delivery }: Order): string {
  if (!delivery) return 'Entrega por acordar'
  return delivery.kind === 'pickup' ? `Retiro en ${delivery.name}` : `Despacho a ${delivery.communeName}`
}

/** An order's shipment state in a row of the list; only an icon where the row is compact. */
export const ShipmentMark = ({ order: { status, shipment } }: { order: Order }) =>
  shipment.state !== 'waiting' && awaitsHandover(status) ? (
    <RowMark tone="green" icon={SHIPMENT_ICONS[shipment.state]} text={shipmentStates[shipment.state].name} />
  ) : null

/** The next step of an order's shipment, beside its details. 'Despachado' asks for courier and tracking number. */
export function Shipment({ order }: { order: Order }) {
  const { run, working, choice, failure } = useShipmentAction(order)
  const [asks, setAsks] = useState(false)
  const button = useFocusBack<HTMLButtonElement>(working || asks, order.shipment.state)
  if (!useIsShipmentShown(order)) return null
  const isSent = order.shipment.state === 'sent'
  const next = nextShipments(order)
  // A sent order can get another courier or tracking number.
  const steps: ShipmentState[] = isSent && next.length > 0 ? ['sent', ...next] : next
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 text-soft wrap-anywhere">{deliveryInWords(order)}</span>
        <span role="status">
          {order.status !== 'cancelled' && (order.delivery || order.shipment.state !== 'waiting') && (
            <Badge tone={shipmentStates[order.shipment.state].tone}>
              {shipmentStates[order.shipment.state].name}
            </Badge>
          )}
        </span>
      </div>
      {isSent && <Parcel parcel={order.shipment} className="text-sm" />}
      {asks ? (
        <SendForm order={order} onClose={() => setAsks(false)} />
      ) : (
        steps.map((state, index) => (
          <Button
            key={state}
            ref={index === 0 ? button : undefined}
            look={state === 'waiting' ? 'quiet' : 'secondary'}
            icon={state === 'sent' && isSent ? 'edit' : SHIPMENT_ICONS[state]}
            wide
            loading={choice === state}
            disabled={working}
            onClick={() => (state === 'sent' ? setAsks(true) : run(state))}
          >
            {state === 'sent' && isSent ? 'Cambiar seguimiento' : shipmentAction(state, order)}
          </Button>
        ))
      )}
      <FieldError error={failure} />
    </div>
  )
}

const { couriers = [] }: Store = store

/** The courier of the last parcel, proposed for the next parcel. */
let lastCourier = ''

export function SendForm({ order, onClose }: Pick<ModalProps, 'order' | 'onClose'>) {
  const { state, courier, tracking } = order.shipment
  const { revalidate } = useRevalidator()
  const form = useForm({
    defaultValues: { courier: state === 'sent' ? courier : lastCourier, tracking },
  })
  const { formProps, field, sending, failure } = useSubmit(
    form,
    async (sent, { signal }) => {
      await browserApi.setShipment({ params: { id: order._id }, body: { state: 'sent', ...sent } })
      await revalidate()
      lastCourier = sent.courier
      if (!signal.aborted) onClose()
    },
    { asks: false },
  )
  const { ref } = formProps
  useEffect(() => ref.current?.querySelector<HTMLElement>('select, input')?.focus(), [ref])
  return (
    <form {...formProps} aria-label={`Despachar el pedido N° ${order.nro_delivery}`} className="grid gap-3">
      {couriers.length > 0 && (
        <SelectField
          label="Transportista"
          {...field('courier')}
          options={{ '': 'Sin indicar', ...Object.fromEntries(couriers.map(({ name }) => [name, name])) }}
        />
      )}
      <InputField
        label="N° de seguimiento"
        maxLength={80}
        autoComplete="off"
        autoCapitalize="characters"
        {...field('tracking')}
      />
      <p className="text-sm text-soft">
        Ambos son opcionales. El cliente recibe un correo, con el enlace de seguimiento si lo hay.
      </p>
      <FieldError error={failure} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
        <Button look="secondary" className="px-4" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" className="px-4" loading={sending}>
          {state === 'sent' ? 'Guardar' : shipmentStates.sent.name}
        </Button>
      </div>
    </form>
  )
}
