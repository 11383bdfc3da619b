import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { href, Link, NavLink } from 'react-router'
import { store } from '#store'
import { openLogin } from '../account/login-modal-state.ts'
import { useHydrated } from '../browser/external-store.ts'
import { useCart } from '../cart/cart.ts'
import { type Session, useSession } from '../session/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { CategoryMenu, type MenuCategories, NO_CATEGORIES } from './category-menu.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { HeaderSearch } from './search/header-search.tsx'

// The profile menu loads only with a session. After a failure its place stays empty.
const ProfileMenu = lazy<React.ComponentType<{ session: Session }>>(() =>
  import('./profile-menu.tsx').then(
    ({ ProfileMenu }) => ({ default: ProfileMenu }),
    () => ({ default: () => null }),
  ),
)

/** The storefront's header. Its menus are native popovers, which also open before hydration. */
export function Navbar({ menu: loaded }: { menu: MenuCategories }) {
  // The browser adds the categories to the closed menus, so that they don't enlarge the HTML of every page.
  const menu = useHydrated() ? loaded : NO_CATEGORIES
  const header = useRef<HTMLElement>(null)
  const session = useSession()
  useClosingMenus(header)
  return (
    <header
      ref={header}
      className="@container/bar sticky top-0 z-40 border-line border-b bg-page/95 backdrop-blur"
    >
      <nav aria-label="Principal" className="frame flex h-16 items-center gap-1">
        <PhoneMenu menu={menu} />
        <Link
          to={href('/')}
          className="min-w-0 rounded-lg bar-lg:shrink-0 sm:mr-2 bar-xl:mr-3"
          aria-label={`${store.name}, inicio`}
        >
          <Logo />
        </Link>
        <div className="hidden items-center bar-lg:flex">
          <NavLink to={href('/')} className="nav-item">
            Inicio
          </NavLink>
          <NavLink to={href('/tienda')} className="nav-item">
            Tienda
          </NavLink>
          <CategoryMenu menu={menu} />
          <NavLink to={href('/recetario-magistral')} className="nav-item">
            Recetario Magistral
          </NavLink>
          <a href={store.dutyPharmacyUrl} target="_blank" rel="noreferrer" className="nav-item">
            Farmacia de Turno
            <Icon name="external" className="size-4 text-soft bar-max-xl:hidden" />
            <span className="sr-only">(se abre en otra pestaña)</span>
          </a>
        </div>
        <div className="ml-auto flex items-center gap-1 bar-xl:gap-2">
          <HeaderSearch />
          <CartLink />
          {session ? (
            <Suspense fallback={<span className="size-11 rounded-full bg-mint" />}>
              <ProfileMenu session={session} />
            </Suspense>
          ) : (
            <VisitorButtons />
          )}
        </div>
      </nav>
    </header>
  )
}

function VisitorButtons() {
  return (
    <>
      <Button
        look="quiet"
        onClick={() => openLogin()}
        className="whitespace-nowrap bar-max-md:hidden bar-max-xl:px-2"
      >
        Iniciar sesión
      </Button>
      <LinkButton to={href('/registro')} className="bar-max-md:hidden bar-max-xl:px-3">
        Registrarse
      </LinkButton>
      <button
        type="button"
        onClick={() => openLogin()}
        aria-label="Iniciar sesión"
        className="nav-icon bar-md:hidden"
      >
        <Icon name="user" />
      </button>
    </>
  )
}

function CartLink() {
  const count = useCart().reduce((sum, line) => sum + line.quantity, 0)
  return (
    <Link
      to={href('/carrito')}
      aria-label={count === 0 ? 'Carrito' : `Carrito, ${count} ${count === 1 ? 'producto' : 'productos'}`}
      className="nav-icon relative"
    >
      <Icon name="cart" />
      {count > 0 && (
        <span
          key={count}
          className="absolute top-0.5 left-[1.375rem] animate-answer grid h-5 min-w-5 place-items-center rounded-full bg-coral px-1 font-bold text-sm text-on-fill leading-none tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}

/**
 * Closes the popover menus in an element when a link in them is pressed or the focus goes elsewhere. A focused menu button
 * doesn't close its menu, because its press does; nor does a window that loses the focus.
 */
function useClosingMenus(container: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = container.current
    if (!element) return
    const closeFollowed = ({ target }: MouseEvent) =>
      (target as Element).closest('a')?.closest<HTMLElement>('[popover]')?.hidePopover()
    const closeLeft = ({ target, relatedTarget: next }: FocusEvent) => {
      const menu = (target as Element).closest<HTMLElement>('[popover]:popover-open')
      if (!menu || !(next instanceof Element) || menu.contains(next)) return
      if (next.getAttribute('popovertarget') !== menu.id) menu.hidePopover()
    }
    const controller = new AbortController()
    element.addEventListener('click', closeFollowed, controller)
    element.addEventListener('focusout', closeLeft, controller)
    return () => controller.abort()
  }, [container])
}
