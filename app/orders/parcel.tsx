import type { Order } from '#contract/orders.ts'
import type { Store } from '#contract/store.ts'
import { trackingUrl } from '#domain/shipment.ts'
import { store } from '#store'

const { couriers }: Store = store

/** The courier and the number of a parcel that was sent, with a link to its page; nothing where neither is known. */
export function Parcel({ parcel, className = '' }: { parcel: Order['shipment']; className?: string }) {
  const { courier, tracking } = parcel
  if (!courier && !tracking) return null
  const link = trackingUrl(couriers, parcel)
  return (
    <p className={`wrap-anywhere ${className}`}>
      {[courier, tracking].filter(Boolean).join(', ')}
      {link && (
        <>
          {' · '}
          <a href={link} target="_blank" rel="noreferrer" className="link">
            Seguir el envío<span className="sr-only"> (se abre en otra pestaña)</span>
          </a>
        </>
      )}
    </p>
  )
}
