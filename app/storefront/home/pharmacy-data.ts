import type { Store } from '#contract/store.ts'
import { readOpeningHours } from '#domain/opening-hours.ts'
import { store } from '#store'

const { director, directorRegistration, authorization, electronicSale }: Store['legal'] = store.legal

/** A permission of an authority. */
const certification = (name: string, text: string | undefined) =>
  text ? [{ '@type': 'Certification', name, certificationIdentification: text }] : []

/** The pharmacy as structured data of schema.org. */
export function pharmacyData(origin: string) {
  const { name, tagline, address, location, phone, email, hours } = store
  return {
    '@type': 'Pharmacy',
    '@id': `${origin}/#farmacia`,
    name,
    description: tagline,
    url: `${origin}/`,
    image: `${origin}/tarjeta.png`,
    telephone: phone,
    email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.region,
      addressCountry: 'CL',
    },
    geo: { '@type': 'GeoCoordinates', ...location },
    openingHoursSpecification: hours.flatMap(readOpeningHours).map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days,
      opens,
      closes,
    })),
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
  }
}
