import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { orderMoment } from '../../orders/order-date.ts'
import type { OnChanged } from '../../orders/staff-parts.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { ordersUrl } from './order-filters.ts'

type Props = { order: Order; onChanged: OnChanged }

/** Beside a payment proof: what is due, whether the same picture came before, and the mark 'Comprobante revisado'. */
export function ProofCheck({ order, onChanged }: Props) {
  if (!order.staff) return null
  const { proofCheckedAt, sameProof } = order.staff
  return (
    <div className="grid content-start gap-4">
      <div className="rounded-lg bg-mint p-4">
        <p className="font-bold text-xl tabular-nums">{formatPrice(Math.round(order.total))} por recibir</p>
        <p className="mt-1 text-soft">
          Con el mensaje <strong className="text-ink">Pedido {order.nro_delivery}</strong>, de {order.name}{' '}
          {order.lastName}.
        </p>
      </div>
      {sameProof.length > 0 && <SameProof of={sameProof} />}
      <Mark order={order} onChanged={onChanged} />
      {proofCheckedAt && (
        <p className="text-sm text-soft">
          Revisado el <time dateTime={proofCheckedAt}>{orderMoment(proofCheckedAt)}</time>
          {checkedBy(order)}
        </p>
      )}
    </div>
  )
}

/** The member of staff who set the present mark. */
function checkedBy({ timeline }: Order): string {
  const by = timeline.findLast(({ kind }) => kind === 'proof-checked')?.by
  return by ? ` por ${by}` : ''
}

const SameProof = ({ of }: { of: { _id: string; nro_delivery: number }[] }) => (
  <p role="alert" className="flex gap-3 rounded-lg bg-coral-pale p-4 text-coral">
    <Icon name="warning" className="size-5" />
    <span className="min-w-0">
      <strong>La misma imagen</strong> se envió también en{' '}
      {of.map(({ _id, nro_delivery }, index) => (
        <span key={_id}>
          {index > 0 && ', '}
          {/* In another tab: the two proofs are compared. */}
          <a
            href={ordersUrl({ buscar: String(nro_delivery) })}
            target="_blank"
            rel="noreferrer"
            className="font-semibold underline underline-offset-4"
          >
            el pedido N° {nro_delivery}
          </a>
        </span>
      ))}
      .
    </span>
  </p>
)

function Mark({ order, onChanged }: Props) {
  const { revalidate } = useRevalidator()
  const isChecked = order.staff?.proofCheckedAt !== null

  const { run, working, failure } = useAction(async () => {
    const params = { id: order._id }
    await browserApi.markProof({ params, body: { checked: !isChecked } })
    onChanged((await browserApi.getOrder({ params })).data)
    await revalidate()
  })

  return (
    <div className="grid gap-1">
      {/* A button that stays in its place, so that the focus does: pressed it takes the mark away again. */}
      <Button
        look={isChecked ? 'secondary' : 'primary'}
        icon={isChecked ? 'check' : undefined}
        aria-pressed={isChecked}
        loading={working}
        onClick={() => run()}
      >
        Comprobante revisado
      </Button>
      <FieldError error={failure} />
    </div>
  )
}
