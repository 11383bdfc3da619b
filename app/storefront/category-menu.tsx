import { href, Link } from 'react-router'
import { Icon } from '../ui/icons.tsx'
import { categoryUrl } from './shop/shop-links.ts'

const PER_COLUMN = 4

const shop = href('/tienda')

/** The active categories with most products, in alphabetical order, and whether there are others. */
export type MenuCategories = { names: string[]; hasMore: boolean }

export const NO_CATEGORIES: MenuCategories = { names: [], hasMore: false }

export const AllCategoriesLink = ({ className = '' }: { className?: string }) => (
  <Link to={shop} className={`link ${className}`}>
    Ver todas las categorías
  </Link>
)

export function CategoryMenu({ menu }: { menu: MenuCategories }) {
  return (
    <>
      <button type="button" popoverTarget="categorias" className="nav-item">
        Categorias
        <Icon name="chevron-down" className="size-4 text-soft" />
      </button>
      <div id="categorias" popover="auto" className="menu-panel bg-paper">
        <div className="frame py-8">
          {menu.names.length === 0 ? (
            <Link to={shop} className="link">
              Ver todos los productos
            </Link>
          ) : (
            <div className="category-columns wrap-anywhere">
              {columnsOf(menu.names).map((column) => (
                <ul key={column[0]}>
                  {column.map((category) => (
                    <li key={category}>
                      <Link to={categoryUrl(category)}>{category}</Link>
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
