import { Link } from 'react-router'
import { categoryUrl } from '../shop/shop-links.ts'
import drawings from './category-drawings.svg'

/** The fullest categories, each with its drawing of the sheet. */
export function CategoryTiles({ categories }: { categories: { name: string; drawing: string }[] }) {
  if (categories.length === 0) return null
  return (
    <section aria-labelledby="categorias-titulo" className="frame py-4 md:py-8">
      <h2 id="categorias-titulo" className="text-xl">
        Compra por categoría
      </h2>
      <ul className="mt-3 grid grid-cols-3 gap-2 sm:gap-4 lg:grid-cols-6">
        {categories.map(({ name, drawing }) => (
          <li key={name}>
            <Link
              to={categoryUrl(name)}
              className="card grid h-full content-start justify-items-center gap-2 px-1 py-3 text-center transition-shadow hover:shadow"
            >
              <svg className="size-14 sm:size-16" aria-hidden="true">
                <use href={`${drawings}#${drawing}`} />
              </svg>
              <span className="w-full hyphens-auto font-semibold text-sm leading-snug [overflow-wrap:anywhere]">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
