import { href } from 'react-router'
import { store } from '#store'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type Point, Points } from '../points.tsx'

const points: Point[] = [
  {
    icon: 'heart',
    name: 'Salud y bienestar',
    text: 'Nuestro compromiso es acompañarte en el cuidado de tu salud y la de tu familia.',
  },
  {
    icon: 'shield',
    name: 'Información clara',
    text: 'Cada producto muestra su principio activo, su laboratorio y su precio.',
  },
  {
    icon: 'leaf',
    name: 'Atención cercana',
    text: 'Escríbenos, llámanos o visítanos: siempre te responde una persona.',
  },
]

export function Teaser() {
  return (
    <section id="about-main" aria-labelledby="about-title" className="frame -scroll-mt-8 py-6 md:py-16">
      <div className="grid gap-8 lg:grid-cols-[1fr_2fr] lg:gap-12">
        <div className="grid content-start justify-items-start gap-4">
          <h2 id="about-title" className="text-xl">
            Una farmacia comprometida contigo
          </h2>
          <p className="text-soft">
            Trabajamos por tu salud y tu bienestar con integridad, responsabilidad y respeto.
          </p>
          <LinkButton to={href('/sobre-nosotros')} look="secondary">
            Conócenos
          </LinkButton>
        </div>
        <Points points={points} className="sm:grid-cols-3" />
      </div>
    </section>
  )
}

export function Agreements() {
  return (
    <section id="agreements-main" aria-labelledby="agreements-title" className="-scroll-mt-8 bg-sand">
      <div className="frame py-6 md:py-16">
        <h2 id="agreements-title" className="text-xl">
          Convenios
        </h2>
        <p className="mt-2 max-w-prose text-soft">Revisa las condiciones de cada convenio en su sitio.</p>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {store.agreements.map(({ name, description, url }) => (
            <li key={name}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="card group grid h-full content-start gap-2 p-5 transition-shadow hover:shadow"
              >
                <span className="flex items-start justify-between gap-3">
                  <span className="font-semibold group-hover:text-brand">{name}</span>
                  <Icon name="external" className="mt-0.5 size-5 text-brand" />
                </span>
                <span className="text-soft">{description}</span>
                <span className="sr-only">(se abre en otra pestaña)</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A link to the government's finder, since the shop has no data about duty pharmacies. */
export function DutyPharmacy() {
  return (
    <section id="farmacia-turno" aria-labelledby="turno-title" className="frame -scroll-mt-8 py-6 md:py-16">
      <div className="on-dark grid items-center gap-6 rounded-lg bg-panel p-6 text-white sm:p-10 md:grid-cols-[auto_1fr_auto]">
        <span className="grid size-14 place-items-center rounded-full bg-white/15">
          <Icon name="clock" className="size-7" />
        </span>
        <div>
          <h2 id="turno-title" className="text-xl">
            Farmacia de Turno
          </h2>
          <p className="mt-1 max-w-prose text-white/85">
            ¿Necesitas una farmacia abierta ahora? Consulta el buscador del Ministerio de Salud.
          </p>
        </div>
        <a
          href={store.dutyPharmacyUrl}
          target="_blank"
          rel="noreferrer"
          className="surface inline-flex min-h-11 items-center justify-center gap-2 rounded-lg bg-white px-5 py-2 font-semibold text-night transition-colors hover:bg-white/85"
        >
          Buscar farmacia de turno
          <Icon name="external" className="size-5" />
          <span className="sr-only">(se abre en otra pestaña)</span>
        </a>
      </div>
    </section>
  )
}
