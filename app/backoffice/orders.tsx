import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { ALL_ORDERS } from '#contract/orders.ts'
import { loadOrders } from '../orders/load-orders.ts'
import { OrdersScreen } from '../orders/orders-screen.tsx'
import { requireRole } from '../require-role.ts'
import { pageTitle } from '../ui/page-title.ts'
import { DownloadOrders } from './download-orders.tsx'
import { today } from './store-time.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Pedidos') }]

/** The filters that the board's figures link to, by the value of `?ver=`. */
const views = {
  hoy: { name: 'De hoy', filter: () => ({ day: today() }) },
  'sin-comprobante': { name: 'Sin comprobante', filter: () => ({ proof: 'missing' as const }) },
}
type View = keyof typeof views

const isView = (name: string): name is View => name in views

/** All orders, for an Administrador (docs/product.md#orders-screen). */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const name = new URL(request.url).searchParams.get('ver') ?? ''
  const view = isView(name) ? name : null
  return { view, list: await loadOrders(ALL_ORDERS, request, view ? views[view].filter() : {}) }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <OrdersScreen mode="administrator" filters={<Filters current={null} />} />
}

export default function Orders() {
  const { view, list } = useLoaderData<typeof clientLoader>()
  return <OrdersScreen mode="administrator" list={list} filters={<Filters current={view} />} />
}

const Filters = ({ current }: { current: View | null }) => (
  <>
    <Views current={current} />
    <DownloadOrders />
  </>
)

function Views({ current }: { current: View | null }) {
  const [params] = useSearchParams()
  // A chip keeps the search and the other filters, on the first page.
  const hrefOf = (key: string) => {
    const next = new URLSearchParams(params)
    next.delete('pagina')
    if (key) next.set('ver', key)
    else next.delete('ver')
    return `?${next}`
  }
  const all = [['', 'Todos'], ...Object.entries(views).map(([key, { name }]) => [key, name])] as const
  return (
    <nav aria-label="Qué pedidos" className="mr-auto">
      <ul className="flex flex-wrap gap-2">
        {all.map(([key, name]) => (
          <li key={key}>
            <Link
              to={hrefOf(key)}
              aria-current={key === (current ?? '') ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-paper px-4 font-semibold text-sm hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-brand aria-[current=page]:text-on-fill"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
