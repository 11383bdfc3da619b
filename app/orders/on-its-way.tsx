import type { Order } from '#contract/orders.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { fullRut } from '#domain/rut.ts'
import { shipmentStates } from '#domain/shipment.ts'
import { store } from '#store'
import { browserApi } from '../api/client.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Parcel } from './parcel.tsx'

const isOnItsWay = ({ status, shipment }: Order) =>
  orderStatuses[status].isOpen && shipment.state !== 'waiting'

export function ShipmentBadge({ order }: { order: Order }) {
  if (!isOnItsWay(order)) return null
  const { step, tone } = shipmentStates[order.shipment.state]
  return (
    <>
      <Badge tone={tone}>{step.name}</Badge>
      {order.shipment.state === 'sent' && <Parcel parcel={order.shipment} className="text-sm" />}
    </>
  )
}

export function OnItsWay({ order }: { order: Order }) {
  if (!isOnItsWay(order)) return null
  const isReady = order.shipment.state === 'ready'
  return (
    <Banner role="region" aria-label="Entrega" icon={isReady ? 'box' : 'truck'}>
      <p className="font-semibold">{shipmentStates[order.shipment.state].step.name}</p>
      {isReady ? <ToPickUp order={order} /> : <Parcel parcel={order.shipment} />}
    </Banner>
  )
}

/** The pharmacy itself, where orders without a delivery option are picked up. */
const PHARMACY = {
  name: store.name,
  address: `${store.address.street}, ${store.address.city}`,
  hours: store.hours.map(({ days, hours }) => `${days} de ${hours}`).join(', '),
}

function ToPickUp({ order }: { order: Order }) {
  const { delivery, recipient, prescription } = order
  // A failure is silent, and a point that is gone has no hours.
  const hours = useLoaded(async (signal) => {
    if (!delivery) return
    const { data } = await browserApi.listDeliveryOptions({ signal })
    return data.pickups.find(({ name }) => name === delivery.name)?.hours
  }, delivery?.name)
  const place = delivery ? { name: delivery.name, address: order.address, hours } : PHARMACY
  return (
    <>
      <p>
        Te esperamos en {place.name}, {place.address}.
      </p>
      {place.hours && <p className="text-soft">{keepTogether(place.hours)}</p>}
      <p className="mt-1 font-semibold">Qué traer</p>
      <ul className="list-disc pl-5">
        <li>
          {recipient
            ? `La cédula de identidad de ${recipient.name}, RUT ${fullRut(recipient.rut)}, que lo retira por ti.`
            : 'Tu cédula de identidad.'}
        </li>
        {prescription.lacksOriginal && <li>El original de la receta: la farmacia se queda con él.</li>}
      </ul>
    </>
  )
}
