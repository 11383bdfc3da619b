import { Link } from 'react-router'
import { AllCategoriesLink, type MenuCategories } from '../category-menu.tsx'
import { RecentlySeen } from '../product/other-products.tsx'
import { categoryUrl } from '../shop/shop-links.ts'

const MAX_CATEGORIES = 12

export function EmptyCart({ menu: { names, hasMore } }: { menu: MenuCategories }) {
  return (
    <>
      <RecentlySeen />
      {names.length > 0 && (
        <section aria-labelledby="por-categoria" className="mt-12">
          <h2 id="por-categoria" className="text-lg">
            Busca por categoría
          </h2>
          <ul className="mt-4 flex flex-wrap gap-2">
            {names.slice(0, MAX_CATEGORIES).map((name) => (
              <li key={name}>
                <Link
                  to={categoryUrl(name)}
                  className="inline-flex min-h-11 items-center rounded-full border border-line bg-paper px-4 font-semibold text-sm hover:border-brand"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          {(hasMore || names.length > MAX_CATEGORIES) && (
            <AllCategoriesLink className="mt-3 inline-flex min-h-11 items-center rounded-lg" />
          )}
        </section>
      )}
    </>
  )
}
