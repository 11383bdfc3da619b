import { lazy, Suspense, useRef } from 'react'
import { href, useLocation } from 'react-router'
import { store } from '#store'
import { openLogin } from '../account/login-modal-state.ts'
import { useCart } from '../browser/cart-storage.ts'
import { type Session, useSession } from '../browser/session.ts'
import { useFollowLinks } from '../follow-links.ts'
import { fragments } from '../fragments.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { CategoryMenu, type MenuCategories } from './category-menu.tsx'
import { useCloseWhenLeft } from './close-when-left.ts'
import { PhoneMenu } from './phone-menu.tsx'
import { HeaderSearch } from './search/header-search.tsx'

// Only users with a session load it. If that fails its place stays empty (docs/product.md#silent-failures).
const ProfileMenu = lazy<React.ComponentType<{ session: Session }>>(() =>
  import('./profile-menu.tsx').then(
    ({ ProfileMenu }) => ({ default: ProfileMenu }),
    () => ({ default: () => null }),
  ),
)

const home = href('/')
const shop = href('/tienda')
const prescription = href('/recetario-magistral')

const look =
  'inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-lg px-1.5 font-semibold bar-xl:px-2 bar-2xl:px-3 hover:bg-mint aria-[current=page]:text-brand'

/** The storefront's header (docs/product.md#navbar). Its menus are native popovers, which also open before hydration. */
export function Navbar({ menu }: { menu: MenuCategories }) {
  const header = useRef<HTMLElement>(null)
  useFollowLinks()
  useCloseWhenLeft(header)
  const { pathname } = useLocation()
  const current = [home, shop, prescription].find((path) => path === pathname)
  return (
    <header
      ref={header}
      className="@container/bar sticky top-0 z-40 border-line border-b bg-page/95 backdrop-blur"
      {...fragments.propsOf(JSON.stringify(['header', current, menu]), {}, () => (
        <Bar menu={menu} current={current} />
      ))}
    />
  )
}

/** @param current the link to the page at hand */
function Bar({ menu, current }: { menu: MenuCategories; current: string | undefined }) {
  const session = useSession()
  const item = (path: string) => ({
    href: path,
    'aria-current': path === current ? ('page' as const) : undefined,
    className: look,
  })
  return (
    <nav aria-label="Principal" className="frame flex h-16 items-center gap-1">
      <PhoneMenu menu={menu} />
      <a
        href={home}
        className="min-w-0 rounded-lg bar-lg:shrink-0 sm:mr-2 bar-xl:mr-4 bar-2xl:mr-6"
        aria-label={`${store.name}, inicio`}
      >
        <Logo />
      </a>
      <div className="hidden items-center bar-lg:flex">
        <a {...item(home)}>Inicio</a>
        <a {...item(shop)}>Tienda</a>
        <CategoryMenu menu={menu} className={look} />
        <a {...item(prescription)}>Recetario Magistral</a>
        <a href={store.dutyPharmacyUrl} target="_blank" rel="noreferrer" className={look}>
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
        className="grid size-11 place-items-center rounded-lg hover:bg-mint bar-md:hidden"
      >
        <Icon name="user" />
      </button>
    </>
  )
}

function CartLink() {
  const count = useCart().reduce((sum, line) => sum + line.quantity, 0)
  return (
    <a
      href={href('/carrito')}
      aria-label={count === 0 ? 'Carrito' : `Carrito, ${count} ${count === 1 ? 'producto' : 'productos'}`}
      className="relative grid size-11 place-items-center rounded-lg hover:bg-mint"
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
    </a>
  )
}
