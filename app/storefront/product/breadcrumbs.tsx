import type { Product } from '#contract/products.ts'
import { FOLLOWED } from '../../follow-links.ts'
import { Icon } from '../../ui/icons.tsx'
import { crumbsOf } from './crumbs.ts'

/** The way to a product, in one line: what doesn't fit is cut off its last names. */
export function Breadcrumbs({ product }: { product: Product }) {
  const crumbs = crumbsOf(product)
  return (
    <nav aria-label="Ruta" className="min-w-0 text-sm">
      <ol className="flex min-w-0 items-center">
        {crumbs.map(({ name, to }, index) => {
          const isLast = index === crumbs.length - 1
          return (
            <li
              key={to}
              // On a phone the product's name stands right below.
              className={`flex items-center ${index < 2 ? 'shrink-0' : 'min-w-0'} ${isLast ? 'max-sm:hidden' : ''}`}
            >
              {index > 0 && <Icon name="chevron-right" className="size-4 shrink-0 text-soft" />}
              {isLast ? (
                <span aria-current="page" className="truncate px-1.5 text-soft">
                  {name}
                </span>
              ) : (
                <a
                  {...FOLLOWED}
                  href={to}
                  className="inline-flex min-h-11 min-w-0 items-center rounded-lg px-1.5 hover:text-brand hover:underline"
                >
                  <span className="truncate">{name}</span>
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
