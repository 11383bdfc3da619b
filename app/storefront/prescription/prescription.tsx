import { href, type MetaFunction } from 'react-router'
import { store } from '#store'
import { foundPage } from '../../pages/page-meta.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { Banner } from '../../ui/banner.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { PrescriptionForm } from './prescription-form.tsx'

export const meta: MetaFunction = ({ matches }) =>
  foundPage(matches, {
    title: pageTitle('Recetario Magistral'),
    description: `Cotiza en ${store.name} tu receta magistral: envíanos una foto de la receta y te respondemos por correo.`,
    path: href('/recetario-magistral'),
  })

const steps: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'camera',
    title: 'Fotografía tu receta',
    text: 'Con buena luz y completa: nombre, dosis, firma y fecha se deben leer.',
  },
  {
    icon: 'edit',
    title: 'Cuéntanos qué necesitas',
    text: 'El preparado, la cantidad y cualquier detalle que quieras agregar.',
  },
  {
    icon: 'mail',
    title: 'Recibe tu cotización',
    text: 'Revisamos la receta y te respondemos a tu correo. Cotizar no te obliga a comprar.',
  },
]

export default function Prescription() {
  return (
    <div className="frame grid gap-8 py-8 md:py-12 lg:grid-cols-[1fr_1.4fr] lg:gap-12">
      <div className="grid content-start gap-6">
        <div>
          <h1 className="text-xl sm:text-2xl">Recetario Magistral</h1>
          <p className="mt-3 max-w-prose text-soft sm:text-lg">
            Un preparado magistral se elabora para una sola persona, según la receta de su médico. Envíanos la
            tuya y te diremos cuánto cuesta.
          </p>
        </div>
        <ol className="grid gap-5 sm:grid-cols-3 sm:gap-4 lg:grid-cols-1 lg:gap-5">
          {steps.map(({ icon, title, text }) => (
            <li key={title} className="flex gap-4 sm:flex-col sm:gap-2 lg:flex-row lg:gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-mint text-brand">
                <Icon name={icon} />
              </span>
              <div className="min-w-0">
                <h2 className="font-semibold">{title}</h2>
                <p className="text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Banner icon="lock" className="max-lg:hidden">
          Solo el equipo de la farmacia puede ver tu receta.
        </Banner>
      </div>
      <PrescriptionForm />
    </div>
  )
}
