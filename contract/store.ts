import { z } from 'zod'
import { MAX_QUANTITY } from './cart.ts'

/** The pharmacy's facts. The server checks `store.config.ts` by this schema at its start. */
export const storeSchema = z.object({
  /** The pharmacy's name, part of every page title. */
  name: z.string().min(1),
  tagline: z.string().min(1),
  address: z.object({ street: z.string(), city: z.string(), region: z.string() }),
  /** The map's point, in degrees. */
  location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  hours: z.array(z.object({ days: z.string(), hours: z.string() })),
  /** IANA name; used for the pharmacy's days and for dates shown to staff. */
  timeZone: z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone)),
  phone: z.string(),
  email: z.email(),
  /** An international number, digits only, for wa.me links. */
  whatsapp: z.string().regex(/^\d{8,15}$/),
  /** The bank account, shown for transfers. */
  bank: z.object({
    bank: z.string(),
    holder: z.string(),
    taxId: z.string(),
    account: z.string(),
    email: z.email(),
  }),
  /** The birth years that the forms offer; a profile keeps a year outside them. */
  birthYears: z
    .object({ first: z.int().min(1900).max(2100), last: z.int().min(1900).max(2100) })
    .refine(({ first, last }) => first <= last, 'first must not be after last'),
  agreements: z.array(z.object({ name: z.string(), description: z.string(), url: z.url() })).length(4),
  /** The technical director and the authorizations, shown in footer, "Sobre nosotros", products and legal texts. Each optional. */
  legal: z.object({
    /** The technical director's name and profession. */
    director: z.string().min(1).optional(),
    /** The director's registration, such as that of the Superintendencia de Salud. */
    directorRegistration: z.string().min(1).optional(),
    /** When the director is at the pharmacy. */
    directorHours: z.string().min(1).optional(),
    /** The pharmacy's sanitary authorization. */
    authorization: z.string().min(1).optional(),
    /** The authorization to sell medicines by electronic means. */
    electronicSale: z.string().min(1).optional(),
  }),
  /** How customers pay, how and when orders arrive, and how to return a product, in a sentence each. Optional. */
  payment: z.string().min(1).optional(),
  shipping: z.string().min(1).optional(),
  returns: z.string().min(1).optional(),
  /** A picture for "Sobre nosotros": the path of a file in `public/`, and its description for people who don't see it. Optional. */
  picture: z.object({ file: z.string().startsWith('/'), description: z.string().min(1) }).optional(),
  /** Who delivers parcels, and the link to a parcel's page, with `{tracking}` in place of its number. Optional. */
  couriers: z
    .array(z.object({ name: z.string().min(1).max(80), link: z.url({ protocol: /^https?$/ }) }))
    .optional(),
  /** Instructions for showing a prescription, displayed at the product, in the cart and at the checkout. */
  prescription: z.string().min(1),
  /** Maximum units of a product and of a whole order; 100 and 500 by default. */
  maxUnits: z.object({ perLine: z.int().min(1).max(MAX_QUANTITY), perOrder: z.int().min(1) }).optional(),
  /** The URL of the government's duty-pharmacy finder. */
  dutyPharmacyUrl: z.url(),
})

export type Store = z.infer<typeof storeSchema>

/** A page of `store.legal.ts`. */
export type LegalText = {
  title: string
  /** The sentence below the title, also for search engines. */
  summary: string
  /** The day of the last change, as shown to people. */
  updated: string
  /** `list` stands after the paragraphs. */
  sections: { title: string; paragraphs: string[]; list?: string[] }[]
}

const phrase = z.string().min(2)

/**
 * Synonyms of the shop's search: groups of words and phrases that mean the same, and words that also find others, but not the other way
 * round.
 */
export const synonymsSchema = z.array(
  z.union([
    z.array(phrase).min(2),
    z.object({ words: z.array(phrase).min(1), alsoFind: z.array(z.string().min(1)).min(1) }),
  ]),
)

export type Synonyms = z.infer<typeof synonymsSchema>

/** Complaints in customers' words, each with the therapeutic classes and the goods for direct sale that the search finds. */
export const complaintsSchema = z.array(
  z.object({
    words: z.array(phrase).min(1),
    classes: z.array(phrase),
    goods: z.array(phrase),
  }),
)

export type Complaints = z.infer<typeof complaintsSchema>
