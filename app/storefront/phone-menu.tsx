import { href, Link } from 'react-router'
import { store } from '#store'
import { openLogin } from '../account/login-modal-state.ts'
import { useSession } from '../session/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { AllCategoriesLink, type MenuCategories } from './category-menu.tsx'
import { categoryUrl } from './shop/shop-links.ts'

export function PhoneMenu({ menu }: { menu: MenuCategories }) {
  const session = useSession()
  return (
    <div className="bar-lg:hidden">
      <button type="button" popoverTarget="menu" aria-label="Menú" className="nav-icon -ml-2.5">
        <Icon name="menu" />
      </button>
      <div id="menu" popover="auto" className="menu-panel bg-page">
        <div className="frame grid gap-1 py-4">
          <Link to={href('/')} className="menu-item">
            Inicio
          </Link>
          <Link to={href('/tienda')} className="menu-item">
            Tienda
          </Link>
          <details className="group">
            <summary className="menu-item list-none [&::-webkit-details-marker]:hidden">
              Categorias
              <Icon name="chevron-down" className="size-5 transition-transform group-open:rotate-180" />
            </summary>
            <ul className="category-list">
              {menu.names.map((category) => (
                <li key={category}>
                  <Link to={categoryUrl(category)}>{category}</Link>
                </li>
              ))}
              {(menu.hasMore || menu.names.length === 0) && (
                <li>
                  <AllCategoriesLink />
                </li>
              )}
            </ul>
          </details>
          <Link to={href('/recetario-magistral')} className="menu-item">
            Recetario Magistral
          </Link>
          <a href={store.dutyPharmacyUrl} target="_blank" rel="noreferrer" className="menu-item">
            Farmacia de Turno
            <Icon name="external" className="size-5 text-soft" />
          </a>
          {!session && (
            <div className="mt-2 grid gap-2 border-line border-t pt-4 bar-md:hidden">
              <Button
                look="secondary"
                onClick={(event) => {
                  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
                  openLogin()
                }}
              >
                Iniciar sesión
              </Button>
              <LinkButton to={href('/registro')}>Registrarse</LinkButton>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
