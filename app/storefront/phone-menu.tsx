import { href } from 'react-router'
import { store } from '#store'
import { openLogin } from '../account/login-modal-state.ts'
import { useSession } from '../browser/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { AllCategoriesLink, categoryUrl, type MenuCategories } from './category-menu.tsx'

const item =
  'flex min-h-12 w-full items-center justify-between rounded-lg px-3 text-left font-semibold hover:bg-mint'

/** The navbar's links as a menu behind a button, on narrow screens. */
export function PhoneMenu({ menu }: { menu: MenuCategories }) {
  const session = useSession()
  return (
    <div className="bar-lg:hidden">
      <button
        type="button"
        popoverTarget="menu"
        aria-label="Menú"
        className="-ml-2.5 grid size-11 place-items-center rounded-lg hover:bg-mint"
      >
        <Icon name="menu" />
      </button>
      <div
        id="menu"
        popover="auto"
        className="fades inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-full overflow-y-auto border-line border-b bg-page text-ink shadow"
      >
        <div className="frame grid gap-1 py-4">
          <a href={href('/')} className={item}>
            Inicio
          </a>
          <a href={href('/tienda')} className={item}>
            Tienda
          </a>
          <details className="group">
            <summary className={`${item} list-none [&::-webkit-details-marker]:hidden`}>
              Categorias
              <Icon name="chevron-down" className="size-5 transition-transform group-open:rotate-180" />
            </summary>
            <ul className="mb-2 ml-3 grid border-mint-deep border-l-2 pl-2 sm:grid-cols-2">
              {menu.names.map((category) => (
                <li key={category}>
                  <a
                    href={categoryUrl(category)}
                    className="flex min-h-11 items-center rounded-lg px-3 hover:bg-mint"
                  >
                    {category}
                  </a>
                </li>
              ))}
              {menu.hasMore && (
                <li>
                  <AllCategoriesLink className="flex min-h-11 items-center rounded-lg px-3 hover:bg-mint" />
                </li>
              )}
            </ul>
          </details>
          <a href={href('/recetario-magistral')} className={item}>
            Recetario Magistral
          </a>
          <a href={store.dutyPharmacyUrl} target="_blank" rel="noreferrer" className={item}>
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
