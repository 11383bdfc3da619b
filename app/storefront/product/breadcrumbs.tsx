import { Link } from 'react-router'
import type { Product } from '#contract/products.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Crumb, crumbsOf } from './product-data.ts'

/** The path to a product in one line, which cuts off the last names if there is no room. */
export function Breadcrumbs({ product }: { product: Product }) {
  const [home, shop, category, last] = crumbsOf(product)
  return (
    <nav aria-label="Ruta" className="min-w-0 text-sm">
      <ol className="flex min-w-0 items-center">
        <li className="flex shrink-0 items-center">
          <CrumbLink {...home} />
        </li>
        <li className="flex shrink-0 items-center">
          <Arrow />
          <CrumbLink {...shop} />
        </li>
        <li className="flex min-w-0 items-center">
          <Arrow />
          <CrumbLink {...category} />
        </li>
        {/* On a phone the product's name stands right below. */}
        <li className="flex min-w-0 items-center max-sm:hidden">
          <Arrow />
          <span aria-current="page" className="truncate px-1.5 text-soft">
            {last.name}
          </span>
        </li>
      </ol>
    </nav>
  )
}

const CrumbLink = ({ name, to }: Crumb) => (
  <Link
    to={to}
    className="inline-flex min-h-11 min-w-0 items-center rounded-lg px-1.5 hover:text-brand hover:underline"
  >
    <span className="truncate">{name}</span>
  </Link>
)

const Arrow = () => <Icon name="chevron-right" className="size-4 shrink-0 text-soft" />
