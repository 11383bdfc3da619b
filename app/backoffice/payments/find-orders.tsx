import { useRef, useState } from 'react'
import { ALL_ORDERS, type Order } from '#contract/orders.ts'
import { MAX_MATCHED_ORDERS, type Payment } from '#contract/payments.ts'
import { differenceInWords, dueOf, isPaid } from '#domain/order-payment.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { formatPrice } from '#domain/price.ts'
import { browserApi } from '../../api/client.ts'
import { useReloadable } from '../../api/use-loaded.ts'
import { orderDate, writtenDay } from '../../orders/order-date.ts'
import { Button, RetryButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const MAX_FOUND = 10
const PENDING = { status: 'pending' } as const

/** The word that tells why no transfer can pay an order; empty if one can. */
function closedWord(order: Order): string {
  if (!orderStatuses[order.status].holdsStock) return orderStatuses[order.status].name
  return isPaid(order) ? 'Pagado' : ''
}

/** The search for the orders that a transfer pays, in a modal: by number, name or amount; several can be chosen. */
export function FindOrders({
  payment,
  onMatch,
}: {
  payment: Payment
  onMatch: (orders: readonly Order[]) => void
}) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly Order[]>([])
  const {
    value: found,
    failure,
    reload,
  } = useReloadable(async (signal) => {
    const query = { search, pageSize: MAX_FOUND, page: 1, ...(search === '' && PENDING) }
    const { data } = await browserApi.listOrders({ params: { id: ALL_ORDERS }, query, signal })
    return { search, orders: data }
  }, search)
  const form = useRef<HTMLFormElement>(null)
  const orders = found?.orders ?? []
  // Chosen orders stay in the list while others are searched for.
  const shown = [...chosen.filter(({ _id }) => !orders.some((order) => order._id === _id)), ...orders]
  const isChosen = ({ _id }: Order) => chosen.some((order) => order._id === _id)
  const toggle = (order: Order) =>
    setChosen((now) => (isChosen(order) ? now.filter(({ _id }) => _id !== order._id) : [...now, order]))
  const sum = chosen.reduce((sum, order) => sum + dueOf(order), 0)
  const [isAsked, setAsked] = useState(false)
  const problem =
    problemOf(payment, chosen) ?? (isAsked && chosen.length === 0 ? 'Elige un pedido.' : undefined)

  function submit(event: React.FormEvent) {
    event.preventDefault()
    if (chosen.length > 0) {
      if (!problemOf(payment, chosen)) onMatch(chosen)
      return
    }
    const open = found?.search === search ? orders.filter((order) => !closedWord(order)) : []
    if (open.length === 1) return setChosen(open)
    setAsked(true)
    form.current?.querySelector<HTMLInputElement>('input[type=checkbox]:enabled')?.focus()
  }

  return (
    <form ref={form} onSubmit={submit} className="grid gap-4">
      <p className="text-soft">
        Llegaron <strong className="text-ink tabular-nums">{formatPrice(payment.amount)}</strong> el{' '}
        {writtenDay(payment.date)}: <span className="wrap-anywhere">{payment.description}</span>
      </p>
      <SearchBox
        label="Número, nombre o monto"
        value={search}
        onSearch={setSearch}
        delay={150}
        focusInModal
      />
      {failure && (
        <div role="alert" className="grid justify-items-start gap-3">
          {failure}
          <RetryButton onRetry={reload} />
        </div>
      )}
      {!failure && !found && <Skeleton className="h-40" />}
      {!failure && found && shown.length === 0 && (
        <p className="py-6 text-center text-soft">Ningún pedido con ese número, nombre o monto</p>
      )}
      {!failure && found && shown.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="sr-only">Pedidos</legend>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {shown.map((order) => {
              const closed = closedWord(order)
              return (
                <li key={order._id}>
                  <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1.5 has-checked:bg-mint has-disabled:cursor-not-allowed has-disabled:text-soft">
                    <input
                      type="checkbox"
                      checked={isChosen(order)}
                      disabled={closed !== ''}
                      onChange={() => toggle(order)}
                      className="size-5 shrink-0 accent-brand"
                    />
                    <span className="min-w-0 flex-1">
                      <span className="font-semibold tabular-nums">N° {order.nro_delivery}</span>{' '}
                      <span className="wrap-anywhere">
                        {order.name} {order.lastName}
                      </span>
                      <span className="block text-sm text-soft tabular-nums">{orderDate(order.date)}</span>
                    </span>
                    <span className="shrink-0 text-right">
                      <span className="block font-semibold tabular-nums">
                        {formatPrice(closed ? Math.round(order.total) : dueOf(order))}
                      </span>
                      <span className="block text-sm text-soft">
                        {closed || (order.paid ? 'por pagar' : '')}
                      </span>
                    </span>
                  </label>
                </li>
              )
            })}
          </ul>
        </fieldset>
      )}
      <p role="status" className="sr-only">
        {found?.search === search &&
          search !== '' &&
          (orders.length === 1 ? '1 pedido' : `${orders.length} pedidos`)}
      </p>
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-paper px-4 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
        <div className="min-w-0">
          <p role="status" className="tabular-nums">
            Suma <strong>{formatPrice(sum)}</strong> de {formatPrice(payment.amount)}
            {chosen.length > 0 && (
              <span className={sum === payment.amount ? 'font-semibold text-brand' : 'text-coral'}>
                {' '}
                · {differenceInWords(payment.amount - sum) || 'suma exacta'}
              </span>
            )}
          </p>
          <FieldError error={problem} />
        </div>
        {/* Never disabled: Enter in the search would do nothing then. */}
        <Button type="submit">Asignar</Button>
      </div>
    </form>
  )
}

/** Why the chosen orders can't be matched. The transfer pays each order's amount due, in the order in which they were chosen. */
function problemOf({ amount }: Payment, chosen: readonly Order[]): string | undefined {
  if (chosen.length > MAX_MATCHED_ORDERS) return `Elige ${MAX_MATCHED_ORDERS} pedidos como máximo.`
  let rest = amount
  for (const order of chosen) {
    if (rest <= 0) return `La transferencia no alcanza para el pedido N° ${order.nro_delivery}.`
    rest -= dueOf(order)
  }
  return undefined
}
