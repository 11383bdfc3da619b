import { z } from 'zod'

/** What `store.config.ts` must hold. The server refuses to start when it doesn't. */
export const storeSchema = z.object({
  /** Product name, the title of every page (spec §2). */
  name: z.string().min(1),
  tagline: z.string().min(1),
  address: z.object({ street: z.string(), city: z.string(), region: z.string() }),
  /** Where the map opens, in degrees. */
  location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  hours: z.array(z.object({ days: z.string(), hours: z.string() })),
  /** IANA name: by this clock the pharmacy's days begin and its dates are written. */
  timeZone: z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone)),
  phone: z.string(),
  email: z.email(),
  /** International number, digits only, for wa.me links. */
  whatsapp: z.string().regex(/^\d{8,15}$/),
  /** Bank-transfer details of the payment-methods modal (spec §2). */
  bank: z.object({
    bank: z.string(),
    holder: z.string(),
    taxId: z.string(),
    account: z.string(),
    email: z.email(),
  }),
  agreements: z.array(z.object({ name: z.string(), description: z.string(), url: z.url() })).length(4),
  /** The government's duty-pharmacy finder; the shop only links to it. */
  dutyPharmacyUrl: z.url(),
})

export type Store = z.infer<typeof storeSchema>
