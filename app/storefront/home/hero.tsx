import { href, useNavigate } from 'react-router'
import { store } from '#store'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Suggesting } from '../search/suggesting.tsx'
import { SEARCH_PARAMETER, searchUrl } from '../shop/shop-links.ts'
import shelf from './shelf.svg'

const shop = href('/tienda')

/** The home page's introduction with a search, which is a plain form and also works before hydration. */
export function Hero() {
  const navigate = useNavigate()
  return (
    <section className="bg-mint">
      <div className="frame grid items-center gap-x-12 lg:grid-cols-[1.1fr_1fr]">
        <div className="grid gap-4 py-6 sm:gap-5 md:py-16">
          <h1 className="text-xl leading-tight sm:text-2xl">{store.tagline}</h1>
          <p className="max-w-prose text-soft sm:text-lg">
            Busca tus medicamentos y productos de cuidado personal, revisa su precio y disponibilidad, y haz
            tu pedido desde donde estés.
          </p>
          <search className="max-w-prose">
            <form
              action={shop}
              onSubmit={(event) => {
                event.preventDefault()
                navigate(searchUrl(String(new FormData(event.currentTarget).get(SEARCH_PARAMETER))))
              }}
            >
              <Suggesting className="flex gap-2">
                <label className="relative block min-w-0 flex-1">
                  <span className="sr-only">Buscar en la tienda</span>
                  <Icon
                    name="search"
                    className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-soft"
                  />
                  <input
                    type="search"
                    name={SEARCH_PARAMETER}
                    placeholder="Buscar un producto"
                    maxLength={100}
                    className="control min-h-12 pl-11"
                  />
                </label>
                <Button type="submit" className="min-h-12">
                  Buscar
                </Button>
              </Suggesting>
            </form>
          </search>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={shop} look="secondary">
              Ver la tienda
            </LinkButton>
            <LinkButton to={href('/recetario-magistral')} look="quiet">
              Cotizar una receta
            </LinkButton>
          </div>
        </div>
        <img
          src={shelf}
          alt=""
          width={560}
          height={420}
          loading="lazy"
          className="hidden w-full self-end lg:block"
        />
      </div>
    </section>
  )
}
