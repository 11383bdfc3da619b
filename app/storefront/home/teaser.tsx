import { href } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'

const points: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'heart',
    title: 'Salud y bienestar',
    text: 'Nuestro compromiso es acompañarte en el cuidado de tu salud y la de tu familia.',
  },
  {
    icon: 'shield',
    title: 'Información clara',
    text: 'Cada producto muestra su principio activo, su laboratorio y su precio.',
  },
  {
    icon: 'leaf',
    title: 'Atención cercana',
    text: 'Escríbenos, llámanos o visítanos: hay personas para responder tus preguntas.',
  },
]

export function Teaser() {
  return (
    <section id="about-main" aria-labelledby="about-title" className="frame -scroll-mt-8 py-10 md:py-16">
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
        <ul className="grid gap-4 sm:grid-cols-3">
          {points.map(({ icon, title, text }) => (
            <li key={title} className="card grid content-start gap-2 p-5">
              <span className="mb-2 grid size-11 place-items-center rounded-full bg-mint text-brand">
                <Icon name={icon} />
              </span>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
