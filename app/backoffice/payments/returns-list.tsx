import { useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { PaymentReturn } from '#contract/payments.ts'
import { formatPrice } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import type { Listing } from '../../listing/listing.ts'
import { ListingSearch, ListingTable } from '../../listing/listing-table.tsx'
import { orderDate, writtenDay } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { ORDERS } from '../orders/order-filters.ts'
import { PAYMENTS } from './payment-groups.ts'
import type { ListFrame } from './payments-list.tsx'

/** Cancelled orders that were paid: the money to give back, and the money given back. */
export function ReturnsList({ listing, head }: ListFrame & { listing: Listing<PaymentReturn> | undefined }) {
  const list = useRef<HTMLDivElement>(null)
  const { revalidate } = useRevalidator()
  async function mark({ _id, returnedAt }: PaymentReturn) {
    const { message } = await browserApi.markReturned({ body: { order: _id, returned: !returnedAt } })
    void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    await revalidate()
    // A marked row leaves its place, together with the pressed button.
    list.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <ListingTable
        title="Pagos"
        list={PAYMENTS}
        listing={listing}
        columns={columnsOf(mark, revalidate)}
        tableFrom="wide"
        empty="No hay dinero que devolver: ningún pedido pagado se ha cancelado"
      >
        {head}
        <ListingSearch label="Buscar devolución..." />
      </ListingTable>
    </div>
  )
}

const columnsOf = (
  mark: (row: PaymentReturn) => Promise<void>,
  onRefused: () => Promise<void>,
): Columns<PaymentReturn> => ({
  number: {
    header: 'N° pedido',
    cell: ({ nro_delivery }) => (
      <Link
        to={ORDERS.url({ search: String(nro_delivery) })}
        className="inline-flex min-h-6 min-w-6 items-center font-semibold text-brand tabular-nums underline underline-offset-4"
      >
        {nro_delivery}
      </Link>
    ),
    className: 'as-table:w-24',
  },
  customer: {
    header: 'Cliente',
    bare: true,
    cell: ({ name, email, phone }) => (
      <div className="grid gap-0.5">
        <span className="wrap-anywhere font-semibold">{name}</span>
        <EmailText email={email} />
        <PhoneLink phone={phone} className="inline-flex min-h-6 w-fit items-center underline" />
      </div>
    ),
    className: 'as-card:order-first compact:as-table:py-2',
  },
  paid: {
    header: 'Pagado',
    cell: ({ amount, paidOn }) => (
      <>
        <strong className="tabular-nums">{formatPrice(amount)}</strong>
        <time dateTime={paidOn} className="block text-soft tabular-nums">
          {writtenDay(paidOn)}
        </time>
      </>
    ),
  },
  cancelled: {
    header: 'Cancelado',
    cell: ({ cancelledAt }) =>
      cancelledAt ? (
        <time dateTime={cancelledAt} className="tabular-nums">
          {orderDate(cancelledAt)}
        </time>
      ) : (
        '—'
      ),
  },
  status: {
    header: 'Estado',
    cell: ({ returnedAt }) =>
      returnedAt ? (
        <div className="grid gap-0.5">
          <Badge tone="green">Devuelto</Badge>
          <time dateTime={returnedAt} className="text-soft tabular-nums">
            {orderDate(returnedAt)}
          </time>
        </div>
      ) : (
        <Badge tone="yellow">Por devolver</Badge>
      ),
  },
  actions: {
    header: 'Acciones',
    bare: true,
    cell: (row) => (
      <ActionButton look="secondary" small act={() => mark(row)} onRefused={onRefused}>
        {row.returnedAt ? 'Quitar la marca' : 'Marcar como devuelto'}
        <span className="sr-only"> del pedido {row.nro_delivery}</span>
      </ActionButton>
    ),
    className: 'as-table:w-56',
  },
})
