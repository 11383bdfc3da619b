import { type ClientLoaderFunctionArgs, type MetaFunction, useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { REMINDER_DAYS, type ReminderDays } from '#domain/reminder.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { ListingSearchBox, ListingTitle } from '../../listing/listing-table.tsx'
import type { ModalProps, OrderModals } from '../../orders/opened-modal.ts'
import { orderDate } from '../../orders/order-date.ts'
import { OrderDetails } from '../../orders/order-details.tsx'
import { OrdersScreen } from '../../orders/orders-screen.tsx'
import { PaymentMethods } from '../../orders/payment-methods.tsx'
import { AnotherPrescription, CoveredLines } from '../../orders/prescription-notes.tsx'
import { PrescriptionPages } from '../../orders/prescription-pages.tsx'
import { PrescriptionUpload } from '../../orders/prescription-upload.tsx'
import { ProofUpload } from '../../orders/proof-upload.tsx'
import { ProofView } from '../../orders/proof-view.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { requireRole } from '../require-role.ts'
import { orderCards } from './order-cards.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Mis pedidos') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { userId } = requireRole(['Cliente'])
  const { signal } = request
  return loadListing(request, (query) => browserApi.listOrders({ params: { id: userId }, query, signal }))
}

export const HydrateFallback = CustomerOrders
export default CustomerOrders

function CustomerOrders({ loaderData: listing }: { loaderData?: Listing<Order> }) {
  return (
    <div className={CARDS}>
      <OrdersScreen listing={listing} columnsOf={orderCards} modals={MODALS} tableFrom="never">
        <ListingTitle level="h2" />
        <ListingSearchBox label="Buscar pedido..." className="w-full sm:w-72" />
      </OrdersScreen>
    </div>
  )
}

/** Classes of the cards: the number stands beside the status, and cards stand side by side where there is room. */
const CARDS =
  '[&_tbody]:grid-cols-[repeat(auto-fill,minmax(min(23rem,100%),1fr))]! [&_tbody>tr]:grid-cols-[minmax(0,1fr)_auto]'

const MODALS: OrderModals = {
  details: { title: 'Detalles del pedido', Content: Details, wide: true },
  'payment-methods': { title: 'Medios de pago', Content: PaymentMethods },
  'proof-upload': { title: 'Subir comprobante de pago', Content: ProofUpload },
  'proof-view': { title: 'Comprobante de pago', Content: ProofView },
  'prescription-upload': { title: 'Receta del pedido', Content: PrescriptionUpload },
  'prescription-view': { title: 'Receta del pedido', Content: PrescriptionPages },
}

/** An order's details, with the reminder; a cancelled order shows one only if it was set before. */
function Details({ order }: ModalProps) {
  return (
    <div className="grid gap-6">
      <AnotherPrescription order={order} />
      <CoveredLines order={order} />
      <OrderDetails order={order} />
      {(order.status !== 'cancelled' || order.reminder !== null) && <OrderReminder order={order} />}
    </div>
  )
}

/** "Recordarme": one mail that leads to the repeated order. Saved as it is chosen. */
function OrderReminder({ order }: { order: Order }) {
  const { revalidate } = useRevalidator()
  const { reminder } = order
  const params = { id: order._id }

  const { run, working, choice, failure } = useAction<ReminderDays | 'cancel'>(async (days) => {
    if (days === 'cancel') await browserApi.cancelReminder({ params })
    else await browserApi.setReminder({ params, body: { days } })
    await revalidate()
  })

  return (
    <section aria-labelledby="recordarme" className="rounded-lg border border-line p-4 print:hidden">
      <h3 id="recordarme" className="mb-1">
        Recordarme
      </h3>
      <p role="status" className="mb-3">
        {reminder ? (
          <>
            Te enviaremos un correo el{' '}
            <time dateTime={reminder} className="font-semibold">
              {orderDate(reminder)}
            </time>
            .
          </>
        ) : (
          <span className="text-soft">
            Si sigues con tu tratamiento, te enviamos un correo para que repitas este pedido.
          </span>
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be hidden without moving its border. */}
      <div role="group" aria-label="Recordarme en" className="flex flex-wrap gap-2">
        {[...REMINDER_DAYS, ...(reminder ? (['cancel'] as const) : [])].map((days) => (
          <Button
            key={days}
            look={days === 'cancel' ? 'quiet' : 'secondary'}
            small
            className="min-h-11"
            loading={choice === days}
            disabled={working}
            onClick={() => run(days)}
          >
            {days === 'cancel' ? 'Cancelar recordatorio' : `${days} días`}
          </Button>
        ))}
      </div>
      <FieldError error={failure} />
    </section>
  )
}
