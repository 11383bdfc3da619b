import type { Product } from '#contract/products.ts'
import { FOLLOWED } from '../../follow-links.ts'
import { fragments } from '../../fragments.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Crumb, crumbsOf } from './crumbs.ts'

/** The way to a product, in one line: what doesn't fit is cut off its last names. */
export function Breadcrumbs({ product }: { product: Product }) {
  const [home, shop, category, last] = crumbsOf(product)
  const texts = { category: category.name, categoryUrl: category.to, name: last.name }
  return (
    <nav
      aria-label="Ruta"
      className="min-w-0 text-sm"
      {...fragments.propsOf('breadcrumbs', texts, ({ category, categoryUrl, name }) => (
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
            <CrumbLink name={category} to={categoryUrl} />
          </li>
          {/* On a phone the product's name stands right below. */}
          <li className="flex min-w-0 items-center max-sm:hidden">
            <Arrow />
            <span aria-current="page" className="truncate px-1.5 text-soft">
              {name}
            </span>
          </li>
        </ol>
      ))}
    />
  )
}

const CrumbLink = ({ name, to }: Crumb) => (
  <a
    {...FOLLOWED}
    href={to}
    className="inline-flex min-h-11 min-w-0 items-center rounded-lg px-1.5 hover:text-brand hover:underline"
  >
    <span className="truncate">{name}</span>
  </a>
)

const Arrow = () => <Icon name="chevron-right" className="size-4 shrink-0 text-soft" />
