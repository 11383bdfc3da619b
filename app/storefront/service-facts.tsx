import { href, Link, useRouteLoaderData } from 'react-router'
import type { Store } from '#contract/store.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { formatPrice } from '#domain/price.ts'
import { store } from '#store'
import { Icon, type IconName } from '../ui/icons.tsx'

const { payment, shipping, returns }: Store = store

const fact = (text: string | undefined, about: { name: string; icon: IconName; to: string; more: string }) =>
  text ? [{ ...about, text: keepTogether(text) }] : []

const terms = { to: href('/condiciones'), more: 'Condiciones de compra' }

/** The summary of the shop's delivery options, which the layout has loaded; null in a shop without any. */
export const useDeliverySummary = () =>
  useRouteLoaderData<{ delivery: DeliverySummary | null }>('storefront/layout')?.delivery ?? null

/** How orders arrive: the sentence about the delivery options, otherwise the pharmacy's own words. */
function shippingText(delivery: DeliverySummary | null): string | undefined {
  if (!delivery) return shipping
  const sentences = [deliveryFrom(delivery), delivery.pickup && 'Retiro gratis en la farmacia']
  return sentences.filter(Boolean).join('. ').concat('.')
}

/** Payment, shipping and returns in a sentence each, as far as the configuration has one. */
export function useServiceFacts() {
  const delivery = useDeliverySummary()
  return [
    ...fact(payment, { name: 'Pago', icon: 'receipt', ...terms }),
    ...fact(shippingText(delivery), { name: 'Entrega', icon: 'truck', ...terms }),
    ...fact(returns, {
      name: 'Devoluciones',
      icon: 'box',
      to: href('/devoluciones'),
      more: 'Cambios y devoluciones',
    }),
  ]
}

export function ServiceFacts({ className = '' }: { className?: string }) {
  return (
    <dl className={`grid gap-4 ${className}`}>
      {useServiceFacts().map(({ name, text, icon, to, more }) => (
        <div key={name} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
          <dt className="col-span-2 grid grid-cols-subgrid font-semibold">
            <Icon name={icon} className="size-5 self-center text-brand" />
            {name}
          </dt>
          <dd className="col-start-2 text-soft">
            {text}{' '}
            <Link to={to} className="link">
              {more}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The delivery options in short, for a visitor who hasn't chosen one yet. */
type DeliverySummary = {
  pickup: boolean
  /** The lowest price of a zone, whole pesos; null without zones. */
  from: number | null
  /** The lowest sum of products from which a zone is free, whole pesos. */
  freeFrom: number | null
}

/** The summary of the active delivery options; null without any. */
export function summarizeDelivery({
  pickups,
  zones,
}: {
  pickups: readonly unknown[]
  zones: readonly { price: number; freeFrom: number | null }[]
}): DeliverySummary | null {
  if (pickups.length + zones.length === 0) return null
  const least = (sums: number[]) => (sums.length > 0 ? Math.min(...sums) : null)
  return {
    pickup: pickups.length > 0,
    from: least(zones.map(({ price }) => price)),
    freeFrom: least(zones.flatMap(({ freeFrom }) => freeFrom ?? [])),
  }
}

/** `Despacho desde $3.490, gratis desde $30.000`; null without zones. */
export function deliveryFrom({ from, freeFrom }: DeliverySummary): string | null {
  if (from === null) return null
  if (from === 0) return 'Despacho gratis'
  return `Despacho desde ${formatPrice(from)}${freeFrom === null ? '' : `, gratis desde ${formatPrice(freeFrom)}`}`
}
