import { href } from 'react-router'
import { escapeName } from '#domain/name-list.ts'
import { Icon } from '../ui/icons.tsx'

/** Names in a column of the menu (docs/product.md#navbar). */
const PER_COLUMN = 4

const shop = href('/tienda')

/** The URL of the shop, filtered by a category. */
export const categoryUrl = (category: string) =>
  `${shop}?categoria=${encodeURIComponent(escapeName(category))}`

/** The active categories with most products, in alphabetical order, and whether there are others. */
export type MenuCategories = { names: string[]; hasMore: boolean }

export const NO_CATEGORIES: MenuCategories = { names: [], hasMore: false }

/** The shop has all categories in its filters. */
export const AllCategoriesLink = ({ className }: { className: string }) => (
  <a href={shop} className={`${className} font-semibold text-brand underline`}>
    Ver todas las categorías
  </a>
)

/** The mega-menu "Categorias". */
export function CategoryMenu({ menu, className }: { menu: MenuCategories; className: string }) {
  return (
    <>
      <button type="button" popoverTarget="categorias" className={`group ${className}`}>
        Categorias
        <Icon name="chevron-down" className="size-4 text-soft" />
      </button>
      <div
        id="categorias"
        popover="auto"
        className="fades inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-full overflow-y-auto border-line border-b bg-paper text-ink shadow"
      >
        <div className="frame py-8">
          {menu.names.length === 0 ? (
            <a href={shop} className="font-semibold text-brand underline">
              Ver todos los productos
            </a>
          ) : (
            <div className="grid grid-cols-4 gap-x-8 gap-y-6">
              {columnsOf(menu.names).map((column) => (
                <ul key={column[0]} className="grid content-start gap-1 border-mint-deep border-l-2 pl-3">
                  {column.map((category) => (
                    <li key={category}>
                      <a
                        href={categoryUrl(category)}
                        className="block rounded-lg px-3 py-2 font-semibold hover:bg-mint hover:text-brand"
                      >
                        {category}
                      </a>
                    </li>
                  ))}
                </ul>
              ))}
            </div>
          )}
          {menu.hasMore && <AllCategoriesLink className="mt-6 inline-block rounded-lg px-3 py-2" />}
        </div>
      </div>
    </>
  )
}

function columnsOf(names: string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / PER_COLUMN) }, (_, column) =>
    names.slice(column * PER_COLUMN, (column + 1) * PER_COLUMN),
  )
}
