import { href, Link } from 'react-router'
import type { Store } from '#contract/store.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { store } from '#store'
import { Icon, type IconName } from '../ui/icons.tsx'

const { payment, delivery, returns }: Store = store

type Fact = { name: string; text: string | undefined; icon: IconName; to: string; more: string }

const terms = href('/condiciones')
const FACTS: Fact[] = [
  { name: 'Pago', text: payment, icon: 'receipt', to: terms, more: 'Condiciones de compra' },
  { name: 'Entrega', text: delivery, icon: 'truck', to: terms, more: 'Condiciones de compra' },
  {
    name: 'Devoluciones',
    text: returns,
    icon: 'box',
    to: href('/devoluciones'),
    more: 'Cambios y devoluciones',
  },
]

/** Payment, delivery and returns in a sentence each (docs/product.md#pharmacy-facts), with links to the legal texts. */
export function ServiceFacts({ className = '' }: { className?: string }) {
  return (
    <dl className={`grid gap-4 ${className}`}>
      {FACTS.map(
        ({ name, text, icon, to, more }) =>
          text && (
            <div key={name} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
              <dt className="col-span-2 grid grid-cols-subgrid font-semibold">
                <Icon name={icon} className="text-brand" />
                {name}
              </dt>
              <dd className="col-start-2 text-soft">
                {keepTogether(text)}{' '}
                <Link to={to} className="rounded font-semibold text-brand underline">
                  {more}
                </Link>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
