import { useState } from 'react'
import { href, type MetaFunction } from 'react-router'
import type { Store } from '#contract/store.ts'
import { store } from '#store'
import { foundPage, originOf } from '../../pages/page-meta.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LEGAL_FACTS, LegalFacts } from '../legal-facts.tsx'
import { type Point, Points } from '../points.tsx'
import { ServiceFacts } from '../service-facts.tsx'

const { picture }: Store = store

export const meta: MetaFunction = ({ matches }) =>
  foundPage(matches, {
    title: pageTitle('Sobre nosotros'),
    description: `El compromiso, la misión, la visión y los valores de ${store.name}.`,
    path: href('/sobre-nosotros'),
    data: [authorityData(originOf(matches))],
  })

const values: Point[] = [
  { icon: 'shield', name: 'Integridad', text: 'Hacemos lo correcto, también cuando nadie mira.' },
  { icon: 'heart', name: 'Compromiso', text: 'Ponemos tu salud y tu bienestar al centro de lo que hacemos.' },
  {
    icon: 'check',
    name: 'Responsabilidad',
    text: 'Cuidamos cada medicamento y respondemos por nuestro trabajo.',
  },
  { icon: 'eye', name: 'Honestidad', text: 'Te decimos lo que sabemos y también lo que no sabemos.' },
  { icon: 'users', name: 'Respeto', text: 'Atendemos a cada persona con dignidad y reserva.' },
  { icon: 'lock', name: 'Confianza', text: 'Protegemos tus datos y cumplimos lo que ofrecemos.' },
  { icon: 'leaf', name: 'Calidad', text: 'Trabajamos con orden y revisamos lo que entregamos.' },
  { icon: 'bag', name: 'Trabajo en equipo', text: 'Nos apoyamos para darte una mejor atención.' },
]

export default function About() {
  return (
    <>
      <section className="bg-mint">
        <div className="frame flex items-center gap-x-12 gap-y-6 py-10 max-md:flex-col md:py-16">
          <div className="grid flex-1 gap-4">
            <h1 className="text-xl sm:text-2xl">Sobre nosotros</h1>
            <p className="max-w-prose text-soft sm:text-lg">
              En {store.name} tenemos un compromiso con la salud y el bienestar de las personas. Queremos que
              encontrar, entender y recibir tus medicamentos sea simple y seguro.
            </p>
          </div>
          <PharmacyPicture />
        </div>
      </section>
      <div className="frame grid gap-4 py-10 md:grid-cols-2 md:py-16">
        <section className="card grid content-start gap-3 p-6 sm:p-8">
          <h2 className="text-xl">Misión</h2>
          <p className="text-soft">
            Entregar medicamentos y productos de cuidado personal con información clara y una atención
            cercana, para contribuir a la salud y el bienestar de quienes confían en nosotros.
          </p>
        </section>
        <section className="card grid content-start gap-3 p-6 sm:p-8">
          <h2 className="text-xl">Visión</h2>
          <p className="text-soft">
            Ser una farmacia en la que cada persona encuentre respuestas, un trato respetuoso y los productos
            que necesita, en el mostrador o desde su casa.
          </p>
        </section>
        <section className="card grid content-start gap-3 p-6 sm:p-8 md:col-span-2">
          <h2 className="text-xl">Cómo compras</h2>
          <ServiceFacts />
        </section>
        {LEGAL_FACTS.length > 0 && (
          <section className="card grid content-start gap-4 p-6 sm:p-8 md:col-span-2">
            <h2 className="text-xl">Dirección técnica y autorizaciones</h2>
            <LegalFacts className="sm:grid-cols-2" />
          </section>
        )}
      </div>
      <section aria-labelledby="valores" className="bg-sand">
        <div className="frame py-10 md:py-16">
          <h2 id="valores" className="text-xl">
            Valores
          </h2>
          <Points points={values} className="mt-6 sm:grid-cols-2 lg:grid-cols-4" />
        </div>
      </section>
      <section className="frame grid justify-items-center gap-4 py-10 text-center md:py-16">
        <h2 className="text-xl">¿Buscas un medicamento?</h2>
        <LinkButton to={href('/tienda')}>Ver la tienda</LinkButton>
      </section>
    </>
  )
}

function PharmacyPicture() {
  const [failed, setFailed] = useState(false)
  if (!picture || failed) return null
  return (
    <img
      src={picture.file}
      alt={picture.description}
      width={560}
      height={420}
      // A file that failed before hydration had no listener for its error event.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(true)
      }}
      onError={() => setFailed(true)}
      className="aspect-4/3 w-full rounded-lg object-cover md:w-1/2 md:max-w-[35rem]"
    />
  )
}

const { director, directorRegistration, authorization, electronicSale }: Store['legal'] = store.legal

const certification = (name: string, text: string | undefined) =>
  text ? [{ '@type': 'Certification', name, certificationIdentification: text }] : []

/** The technical director and the authorizations, as structured data of schema.org; the home page has the other data of the same id. */
const authorityData = (origin: string) => ({
  '@type': 'Pharmacy',
  '@id': `${origin}/#farmacia`,
  name: store.name,
  ...(director && {
    employee: {
      '@type': 'Person',
      name: director,
      jobTitle: 'Dirección técnica',
      ...(directorRegistration && { identifier: directorRegistration }),
    },
  }),
  hasCertification: [
    ...certification('Autorización sanitaria', authorization),
    ...certification('Autorización para la venta por medios electrónicos', electronicSale),
  ],
})
