import { Link } from 'react-router'
import type { Product } from '#contract/products.ts'
import { Icon } from '../../ui/icons.tsx'
import { crumbsOf } from './product-data.ts'

/** The path to a product in one line, which cuts off the last names if there is no room. */
export function Breadcrumbs({ product }: { product: Product }) {
  const crumbs = crumbsOf(product)
  return (
    <nav aria-label="Ruta" className="min-w-0 text-sm">
      <ol className="flex min-w-0 items-center">
        {crumbs.map(({ name, to }, index) => (
          <li
            key={to}
            // On a phone the product's name, the last one, stands right below.
            className={`flex items-center last:max-sm:hidden ${index < 2 ? 'shrink-0' : 'min-w-0'}`}
          >
            {index > 0 && <Icon name="chevron-right" className="size-4 shrink-0 text-soft" />}
            {index < crumbs.length - 1 ? (
              <Link
                to={to}
                className="inline-flex min-h-11 min-w-0 items-center rounded-lg px-1.5 hover:text-brand hover:underline"
              >
                <span className="truncate">{name}</span>
              </Link>
            ) : (
              <span aria-current="page" className="truncate px-1.5 text-soft">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
