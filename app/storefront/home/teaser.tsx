import { href } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
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
