import { href, Link } from 'react-router'
import { store } from '#store'
import { setLargeType, useLargeType } from '../browser/large-type.ts'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { LegalFacts } from './legal-facts.tsx'
import { useServiceFacts } from './service-facts.tsx'

const pages = [
  { to: href('/tienda'), name: 'Tienda' },
  { to: href('/recetario-magistral'), name: 'Recetario Magistral' },
  { to: href('/sobre-nosotros'), name: 'Sobre nosotros' },
  { to: `${href('/')}#agreements-main`, name: 'Convenios' },
]

const legal = [
  { to: href('/privacidad'), name: 'Privacidad' },
  { to: href('/condiciones'), name: 'Condiciones' },
  { to: href('/devoluciones'), name: 'Devoluciones' },
]

const item = ({ to, name }: { to: string; name: string }) => (
  <li key={to}>
    <Link to={to} className="inline-flex min-h-9 items-center hover:text-white hover:underline">
      {name}
    </Link>
  </li>
)

export function Footer() {
  return (
    <footer className="on-dark min-h-80 bg-night text-white/90">
      <div className="frame grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1.2fr_1.2fr]">
        <div className="grid content-start gap-4 text-white">
          <Logo />
          <p className="max-w-72 text-white/85">{store.tagline}</p>
        </div>
        <nav aria-label="Pie de página">
          <h2 className="mb-3 font-semibold text-white">La farmacia</h2>
          <ul className="grid">
            {pages.map(item)}
            <li>
              <a
                href={store.dutyPharmacyUrl}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-9 items-center hover:text-white hover:underline"
              >
                Farmacia de Turno
              </a>
            </li>
          </ul>
        </nav>
        <div>
          <h2 className="mb-3 font-semibold text-white">Horario</h2>
          <dl className="grid gap-2">
            {store.hours.map(({ days, hours }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd className="text-white tabular-nums">{hours}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h2 className="mb-3 font-semibold text-white">Contacto</h2>
          <ul className="grid gap-3">
            <li className="flex gap-3">
              <Icon name="map-pin" className="mt-0.5 size-5 text-leaf" />
              <span>
                {store.address.street}
                <br />
                {store.address.city}
              </span>
            </li>
            <li className="flex gap-3">
              <Icon name="phone" className="mt-0.5 size-5 text-leaf" />
              <PhoneLink phone={store.phone} className="hover:text-white hover:underline" />
            </li>
            <li className="flex gap-3">
              <Icon name="mail" className="mt-0.5 size-5 text-leaf" />
              <a
                href={`mailto:${store.email}`}
                className="min-w-0 break-words hover:text-white hover:underline"
              >
                {store.email}
              </a>
            </li>
          </ul>
        </div>
        <dl className="col-span-full grid gap-x-10 gap-y-4 text-sm md:grid-cols-3">
          {useServiceFacts().map(({ name, text }) => (
            <div key={name}>
              <dt className="font-semibold text-white">{name}</dt>
              <dd className="text-white/85">{text}</dd>
            </div>
          ))}
        </dl>
        <LegalFacts className="col-span-full text-sm sm:grid-cols-2 lg:grid-cols-4" />
      </div>
      <div className="border-white/15 border-t">
        <div className="frame flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 text-white/85 text-sm">
          <LargeTypeSwitch />
          <p>
            © {new Date().getFullYear()} {store.bank.holder}
          </p>
          <nav aria-label="Información legal">
            <ul className="flex flex-wrap gap-x-5">{legal.map(item)}</ul>
          </nav>
        </div>
      </div>
    </footer>
  )
}

/** The switch for larger type, on every page and for the next visits. */
function LargeTypeSwitch() {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-base">
      <input
        type="checkbox"
        checked={useLargeType()}
        onChange={(event) => setLargeType(event.target.checked)}
        className="size-5 accent-leaf"
      />
      Letra más grande
    </label>
  )
}
