import { useId, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { meetsPaymentRule } from '#domain/order-payment.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { fetchProof, PrivateImage } from './private-image.tsx'

/** Why the last payment proof of a pending order was rejected; undefined unless the order waits for another one. */
export const rejectionOf = (order: Order): string | undefined =>
  meetsPaymentRule('withoutProof', order)
    ? order.timeline.findLast(({ kind }) => kind === 'proof-rejected')?.reason
    : undefined

export function RejectedProof({ order, reason, file }: { order: Order; reason: string; file: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p className="wrap-anywhere">
        {reason}{' '}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="link print:hidden"
        >
          {open ? 'Ocultar la imagen' : 'Ver la imagen'}
        </button>
      </p>
      <div id={id} className="empty:hidden print:hidden">
        {open && (
          <PrivateImage
            file={file}
            fetchImage={fetchProof}
            loading={<Skeleton className="h-40 w-40" />}
            none="La imagen ya no está."
          >
            {(url) => (
              <a href={url} target="_blank" rel="noreferrer" title="Ver en otra pestaña">
                <img
                  src={url}
                  alt={`Comprobante que no coincide, del pedido N° ${order.nro_delivery}`}
                  className="max-h-80 max-w-full rounded-lg border border-line object-contain"
                />
              </a>
            )}
          </PrivateImage>
        )}
      </div>
    </div>
  )
}
