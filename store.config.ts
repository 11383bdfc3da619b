import { z } from 'zod'

/** The pharmacy's own facts. Everything here is public: it is shipped to the browser. */
const storeSchema = z.object({
  /** Product name, the title of every page (spec §2). */
  name: z.string().min(1),
  tagline: z.string().min(1),
  address: z.object({ street: z.string(), city: z.string(), region: z.string() }),
  /** Where the map opens, in degrees. */
  location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  hours: z.array(z.object({ days: z.string(), hours: z.string() })),
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
  agreements: z
    .array(z.object({ name: z.string(), description: z.string(), url: z.url() }))
    .length(4),
  dutyPharmacyUrl: z.url(),
})

export const store = storeSchema.parse({
  name: 'Botica',
  tagline: 'Tu farmacia de confianza, también en línea.',
  address: { street: 'Av. Providencia 1234', city: 'Providencia, Santiago', region: 'Región Metropolitana' },
  location: { latitude: -33.4286, longitude: -70.6202 },
  hours: [
    { days: 'Lunes a viernes', hours: '9:00 a 20:00' },
    { days: 'Sábado', hours: '10:00 a 14:00' },
  ],
  phone: '+56 2 2345 6789',
  email: 'contacto@botica.example',
  whatsapp: '56912345678',
  bank: {
    bank: 'Banco del Ejemplo',
    holder: 'Botica SpA',
    taxId: '76.123.456-0',
    account: '00-123-45678-9',
    email: 'ventas@botica.example',
  },
  agreements: [
    { name: 'Isapre Austral', description: 'Descuentos en medicamentos con receta.', url: 'https://isapre-austral.example' },
    { name: 'Caja Los Boldos', description: 'Beneficios para afiliados y pensionados.', url: 'https://caja-los-boldos.example' },
    { name: 'Mutual del Maipo', description: 'Convenio para trabajadores y sus familias.', url: 'https://mutual-maipo.example' },
    { name: 'Club Adulto Mayor', description: 'Precios preferentes para mayores de 60 años.', url: 'https://club-adulto-mayor.example' },
  ],
  dutyPharmacyUrl: 'https://seremienlinea.minsal.cl/asdigital/index.php?mfarmacias',
})
