import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import type { PackingSlip } from '#contract/fulfilment.ts'
import { formatPrice } from '#domain/price.ts'
import { fullRut } from '#domain/rut.ts'
import { store } from '#store'
import { BackLink } from '../../listing/back-link.tsx'
import { orderMoment } from '../../orders/order-date.ts'
import { orderSums } from '../../orders/order-details.tsx'
import { TakenLots } from '../../orders/taken-lots.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { WhenLoaded } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Barcode } from './barcode.tsx'
import { loadSlips, type Slips, unitsOf } from './packing-slips.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Preparar pedidos') }]

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadSlips(request)

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  return (
    <PrintScreen
      loaded={loaderData}
      title="Preparar pedidos"
      lead="Una hoja por pedido. Los productos van en el orden de los estantes: por categoría y nombre."
      empty="Elige en Pedidos los que quieres preparar."
      Sheet={Slip}
    />
  )
}

export function PrintScreen({
  title,
  lead,
  empty,
  loaded,
  Sheet,
}: {
  loaded: Slips | undefined
  title: string
  lead: string
  empty: string
  Sheet: (props: { slip: PackingSlip }) => React.ReactNode
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 print:block">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <div>
          <BackLink to={href('/dashboard/deliveries')} />
          <h1 className="text-xl">{title}</h1>
          <p className="mt-1 max-w-prose text-soft">{lead}</p>
        </div>
        <Button
          icon="print"
          disabled={loaded?.failure !== null || loaded.slips.length === 0}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
      </div>
      <WhenLoaded of={loaded} loading={<Skeleton className="h-96" />}>
        {({ slips }) =>
          slips.length === 0 ? (
            <p className="card p-10 text-center text-soft">{empty}</p>
          ) : (
            slips.map((slip) => <Sheet key={slip._id} slip={slip} />)
          )
        }
      </WhenLoaded>
    </div>
  )
}

const Slip = ({ slip }: { slip: PackingSlip }) => (
  <article
    aria-label={`Pedido N° ${slip.nro_delivery}`}
    className="card grid gap-4 p-4 sm:p-6 print:break-after-page print:border-0 print:p-0 print:last:break-after-auto"
  >
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div>
        <p className="text-sm text-soft">{store.name}</p>
        <h2 className="text-lg">Pedido N° {slip.nro_delivery}</h2>
        <p className="text-soft">
          <time dateTime={slip.date}>{orderMoment(slip.date)}</time>
        </p>
      </div>
      <Barcode code={String(slip.nro_delivery)} />
    </div>
    <p className="wrap-anywhere">
      <strong>{slip.name}</strong>
      <br />
      {addressOf(slip)}
      <br />
      {slip.phone}
    </p>
    <DeliveryLine slip={slip} />
    <table aria-label={`Productos del pedido N° ${slip.nro_delivery}`} className="w-full text-sm">
      <thead>
        <tr className="border-line border-b text-left">
          {['Cantidad', 'Producto', 'Código de barras'].map((header) => (
            <th key={header} scope="col" className="py-2 pr-3 font-semibold last:max-sm:hidden">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slip.lines.map((line) => (
          <tr key={line.productId} className="break-inside-avoid border-line border-b align-top">
            <td className="py-2 pr-3 font-bold text-lg tabular-nums">{line.quantity}</td>
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              <strong className="block">{line.productName}</strong>
              <span className="text-soft">
                {line.category} · {line.laboratory}
              </span>
              <TakenLots line={line} />
              {line.coldChain && <strong className="block">Refrigerado</strong>}
              {line.prescription && <strong className="block">Requiere receta</strong>}
              {(line.saleCondition === 'retained' || line.saleCondition === 'check') && (
                <strong className="mt-1 inline-block rounded-sm border-2 border-ink px-2">
                  RETENER RECETA ORIGINAL
                </strong>
              )}
              {/* A phone has no room for a third column. */}
              <span className="mt-2 block sm:hidden">
                <Barcode code={line.barcode} />
              </span>
            </th>
            <td className="w-44 py-2 max-sm:hidden">
              <Barcode code={line.barcode} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <div className="flex flex-wrap justify-between gap-3">
      <p className="font-semibold">{unitsOf(slip)}</p>
      <dl className="grid min-w-48 gap-1 tabular-nums">
        {[...orderSums(slip), ['Total', formatPrice(Math.round(slip.total))]].map(([name, text]) => (
          <div key={name} className="flex justify-between gap-4 last:font-semibold">
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  </article>
)

export function DeliveryLine({ slip: { delivery, recipient, courier } }: { slip: PackingSlip }) {
  if (!delivery && !recipient && !courier) return null
  return (
    <p className="wrap-anywhere">
      {delivery && (
        <>
          <strong>{delivery.kind === 'pickup' ? 'Retiro' : 'Despacho'}</strong> {delivery.name}
        </>
      )}
      {courier && `${delivery ? ' · ' : ''}${courier}`}
      {recipient && (
        <span className="block">
          <strong>Retira</strong> {recipient.name}, RUT {fullRut(recipient.rut)}
        </span>
      )}
    </p>
  )
}

/** An address in one line; a known commune and its region stand in place of the city. */
const addressOf = ({ address, city, delivery }: PackingSlip) =>
  `${address}, ${delivery?.communeName || city}${delivery?.region ? `, ${delivery.region}` : ''}`
