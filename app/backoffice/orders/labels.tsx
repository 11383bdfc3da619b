import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { PackingSlip } from '#contract/fulfilment.ts'
import { store } from '#store'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Barcode } from './barcode.tsx'
import { DeliveryLine, PrintScreen } from './packing.tsx'
import { loadSlips, unitsOf } from './packing-slips.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Etiquetas') }]

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadSlips(request)

export const HydrateFallback = Screen
export default Screen

/** A label for the parcel of each order, 100 × 150 mm, on a page of its own (`@page label` in app.css). */
function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  return (
    <PrintScreen
      loaded={loaderData}
      title="Etiquetas"
      lead="Una por pedido, de 100 × 150 mm. En la impresora elige ese tamaño de papel, sin márgenes."
      empty="Elige en Pedidos los que quieres despachar."
      Sheet={Label}
    />
  )
}

/** Sizes are in millimetres, as on paper. */
function Label({ slip }: { slip: PackingSlip }) {
  const { delivery, lines } = slip
  const isPickup = delivery?.kind === 'pickup'
  return (
    <article
      data-label
      aria-label={`Etiqueta del pedido N° ${slip.nro_delivery}`}
      className="card flex h-[149mm] w-[100mm] max-w-full flex-col gap-[3mm] overflow-clip p-[5mm] leading-tight print:break-after-page print:rounded-none print:border-0 print:bg-white print:text-black print:last:break-after-auto"
    >
      <div className="flex items-start justify-between gap-3 border-ink border-b-2 pb-[3mm]">
        <div>
          <p className="font-bold">{store.name}</p>
          <p className="text-sm">
            {store.address.street}, {store.address.city}
          </p>
          <p className="text-sm">{store.phone}</p>
        </div>
        {lines.some(({ coldChain }) => coldChain) && (
          <strong className="shrink-0 rounded-sm border-2 border-ink px-2 py-0.5 text-lg">Refrigerado</strong>
        )}
      </div>
      <h2 className="line-clamp-2 text-xl leading-tight wrap-anywhere">{slip.name}</h2>
      <p className="line-clamp-4 text-lg leading-snug wrap-anywhere">{slip.address}</p>
      <p className="text-lg wrap-anywhere">
        <strong className="block text-xl">{delivery?.communeName || slip.city}</strong>
        {delivery?.region}
      </p>
      <p className="text-lg tabular-nums">{slip.phone}</p>
      <div className={`grow ${isPickup ? 'text-lg' : ''}`}>
        <DeliveryLine slip={slip} />
      </div>
      <div className="flex items-end justify-between gap-3 border-ink border-t-2 pt-[3mm]">
        <div>
          <p className="text-sm">Pedido</p>
          <p className="font-bold text-xl tabular-nums">N° {slip.nro_delivery}</p>
          <p className="text-sm">{unitsOf(slip)}</p>
        </div>
        <Barcode code={String(slip.nro_delivery)} className="h-[16mm]! w-[52mm]!" />
      </div>
    </article>
  )
}
