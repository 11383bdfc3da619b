import type { Order } from '#contract/cart.ts'
import { store } from '#store'
import { formatPrice } from '../ui/price.tsx'

/** Where the transfer goes (spec §2). */
export function PaymentMethods({ order }: { order: Order }) {
  const { bank, holder, taxId, account, email } = store.bank
  const facts = [
    ['Banco', bank],
    ['Titular', holder],
    ['RUT', taxId],
    ['Cuenta corriente', account],
    ['Correo de ventas', email],
  ]
  return (
    <div className="grid gap-5">
      <p className="text-soft">
        Paga el pedido N° {order.nro_delivery} por transferencia bancaria. Total a transferir:{' '}
        <strong className="whitespace-nowrap text-ink tabular-nums">{formatPrice(order.total)}</strong>
      </p>
      <dl className="grid divide-y divide-line rounded-lg bg-mint px-4">
        {facts.map(([name, value]) => (
          <div key={name} className="grid gap-x-4 py-3 sm:grid-cols-[10rem_1fr]">
            <dt className="text-soft">{name}</dt>
            <dd className="break-words font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
