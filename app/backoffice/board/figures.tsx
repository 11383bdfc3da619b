import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { ALL_ORDERS } from '#contract/orders.ts'
import { browserApi } from '../../api.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { today } from '../store-time.ts'

type Figure = 'orders' | 'proofs' | 'stock'
type Counts = Record<Figure, number | null>

const figures: { key: Figure; name: string; icon: IconName; to: string }[] = [
  { key: 'orders', name: 'Pedidos de hoy', icon: 'receipt', to: `${href('/dashboard/deliveries')}?ver=hoy` },
  {
    key: 'proofs',
    name: 'Comprobantes pendientes',
    icon: 'clock',
    to: `${href('/dashboard/deliveries')}?ver=sin-comprobante`,
  },
  {
    key: 'stock',
    name: 'Productos sin existencias',
    icon: 'warning',
    to: `${href('/dashboard/products')}?stock=agotado`,
  },
]

/** The count of each figure; null after a failed call, which shows no message (docs/product.md#silent-failures). */
async function loadFigures(signal: AbortSignal): Promise<Counts> {
  const one = { page: 1, pageSize: 1 }
  const orders = (filter: { day?: string; proof?: 'missing' }) =>
    browserApi.listOrders({ params: { id: ALL_ORDERS }, query: { ...one, ...filter }, signal })
  const total = (list: Promise<{ total: number }>) =>
    list.then(
      (answer) => answer.total,
      () => null,
    )
  const [ofToday, proofs, stock] = await Promise.all([
    total(orders({ day: today() })),
    total(orders({ proof: 'missing' })),
    total(browserApi.listProducts({ query: { ...one, stock: 'none' }, signal })),
  ])
  return { orders: ofToday, proofs, stock }
}

/** Today's open tasks as figures; each links to its list. */
export function Figures() {
  const [counts, setCounts] = useState<Counts>()
  useEffect(() => {
    const abort = new AbortController()
    void loadFigures(abort.signal).then((loaded) => abort.signal.aborted || setCounts(loaded))
    return () => abort.abort()
  }, [])
  return (
    <ul aria-label="Resumen de hoy" className="mb-4 grid gap-4 sm:grid-cols-3">
      {figures.map(({ key, name, icon, to }) => (
        <li key={key}>
          <Link
            to={to}
            className="flex h-full items-center gap-4 rounded-lg bg-mint p-4 transition-colors hover:bg-mint-deep"
          >
            <Icon name={icon} className="size-7 text-brand" />
            <span className="min-w-0">
              <span className="block min-h-7 font-bold text-lg tabular-nums leading-snug">
                {counts ? (counts[key]?.toLocaleString('es-CL') ?? '—') : <Skeleton className="h-6 w-10" />}
              </span>
              <span className="block text-sm">{name}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
