import { readOpeningHours } from '#domain/opening-hours.ts'
import { store } from '#store'

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
  }
}
