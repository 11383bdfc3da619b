import { useEffect } from 'react'
import type { Order } from '#contract/orders.ts'
import { Icon } from '../ui/icons.tsx'
import { notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { fetchProof, PrivateImage } from './private-image.tsx'

export function ProofView({
  order,
  onClose,
  onShown,
}: {
  order: Order
  onClose: () => void
  onShown?: () => void
}) {
  const none = <NoProof order={order} onClose={onClose} />
  if (!order.payment) return none
  return (
    <PrivateImage
      file={order.payment}
      fetchImage={fetchProof}
      loading={
        <div role="status">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-80" />
        </div>
      }
      none={none}
    >
      {(url) => (
        <div className="grid gap-4">
          <img
            src={url}
            onLoad={onShown}
            alt={`Comprobante de pago del pedido N° ${order.nro_delivery}`}
            className="mx-auto max-h-[60dvh] max-w-full rounded-lg border border-line object-contain"
          />
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="link inline-flex w-fit items-center gap-2"
          >
            Ver en otra pestaña
            <Icon name="external" className="size-5" />
          </a>
        </div>
      )}
    </PrivateImage>
  )
}

/** Says that there is no payment proof, and closes the modal. */
function NoProof({ order, onClose }: { order: Order; onClose: () => void }) {
  useEffect(() => {
    let isGone = false
    void notice
      .toast({ title: 'Aun no se ha enviado el comprobante de pago', icon: 'info', timer: 2_000 })
      .then(() => isGone || onClose())
    return () => {
      isGone = true
    }
  }, [onClose])
  return <p className="text-soft">El pedido N°&nbsp;{order.nro_delivery} está sin comprobante.</p>
}
