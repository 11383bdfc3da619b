import { href, Link, useRouteLoaderData } from 'react-router'
import type { Store } from '#contract/store.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { store } from '#store'
import { Icon, type IconName } from '../ui/icons.tsx'
import { type DeliverySummary, deliveryFrom } from './delivery-summary.ts'

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

/** The service facts with their icons and links to the legal texts. */
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
            <Link to={to} className="rounded font-semibold text-brand underline">
              {more}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}
