import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { browserApi } from '../../api/client.ts'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { ListingSearchBox, ListingTitle } from '../../listing/listing-table.tsx'
import type { ModalProps, OrderModals } from '../../orders/opened-modal.ts'
import { OrderDetails } from '../../orders/order-details.tsx'
import { OrderReminder } from '../../orders/order-reminder.tsx'
import { OrdersScreen } from '../../orders/orders-screen.tsx'
import { PaymentMethods } from '../../orders/payment-methods.tsx'
import { AnotherPrescription, CoveredLines } from '../../orders/prescription-notes.tsx'
import { PrescriptionPages } from '../../orders/prescription-pages.tsx'
import { PrescriptionUpload } from '../../orders/prescription-upload.tsx'
import { ProofUpload } from '../../orders/proof-upload.tsx'
import { ProofView } from '../../orders/proof-view.tsx'
import { pageTitle } from '../../pages/page-title.ts'
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
