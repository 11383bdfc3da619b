import type { Order } from '#contract/orders.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { dueOf, isPaid, isPartlyPaid } from '#domain/order-payment.ts'
import { store } from '#store'
import { useSession } from '../session/session.ts'
import { formatPrice } from '../ui/price.tsx'
import { CopyButton } from './copy-button.tsx'

type Fact = { name: string; value: string; copy?: string }

const words = {
  customer: {
    intro: (number: number) =>
      `Paga el pedido N° ${number} por transferencia bancaria y sube después el comprobante.`,
    rest: (number: number) => `Transfiere lo que falta del pedido N° ${number} a esta cuenta.`,
  },
  staff: {
    intro: (number: number) =>
      `Así paga el cliente el pedido N° ${number}: por transferencia a esta cuenta. Copia los datos para enviárselos.`,
    rest: (number: number) =>
      `Así paga el cliente lo que falta del pedido N° ${number}: por transferencia a esta cuenta.`,
  },
}

/** The bank account, and the amount and message of the transfer, each with a button that copies it. */
export function PaymentMethods({ order }: { order: Order }) {
  const text = words[useSession()?.role === 'Cliente' ? 'customer' : 'staff']
  const intro = isPartlyPaid(order) ? text.rest : text.intro
  const { bank, holder, taxId, account, email } = store.bank
  // For a paid order, staff see the amount that was to be paid.
  const amount = isPaid(order) ? Math.round(order.total) : dueOf(order)
  const facts: Fact[] = [
    { name: 'Banco', value: bank },
    { name: 'Titular', value: holder },
    { name: 'RUT', value: taxId },
    { name: 'Cuenta corriente', value: account },
    { name: 'Correo de ventas', value: email },
  ]
  const written: Fact[] = [
    {
      name: isPartlyPaid(order) ? 'Monto que falta' : 'Monto exacto',
      value: formatPrice(amount),
      copy: String(amount),
    },
    { name: 'Mensaje', value: `Pedido ${order.nro_delivery}` },
  ]
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-start gap-2">
        <p className="text-soft">{keepTogether(intro(order.nro_delivery))}</p>
        <CopyButton
          label="todos los datos"
          words="Copiar todos los datos"
          value={[...facts, ...written].map(({ name, value }) => `${name}: ${value}`).join('\n')}
        />
      </div>
      {Object.entries({ 'Datos de la cuenta': facts, 'Monto y mensaje': written }).map(([label, facts]) => (
        <section key={label} aria-label={label}>
          <h3 className="mb-2 font-semibold">{label}</h3>
          <dl className="grid divide-y divide-line rounded-lg bg-mint pr-1 pl-4">
            {facts.map(({ name, value, copy = value }) => (
              <div
                key={name}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
              >
                <dt className="text-sm text-soft sm:text-base">{name}</dt>
                <dd className="break-words font-semibold max-sm:row-start-2">{value}</dd>
                <dd className="max-sm:row-span-2 max-sm:row-start-1">
                  <CopyButton label={name} value={copy} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
