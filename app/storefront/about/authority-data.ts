import type { Store } from '#contract/store.ts'
import { store } from '#store'

const { director, directorRegistration, authorization, electronicSale }: Store['legal'] = store.legal

/** A permission of an authority. */
const certification = (name: string, text: string | undefined) =>
  text ? [{ '@type': 'Certification', name, certificationIdentification: text }] : []

/** The technical director and the authorizations, as structured data of schema.org; the home page has the other data of the same id. */
export const authorityData = (origin: string) => ({
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
