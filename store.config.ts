import type { Store } from '#contract/store.ts'

/** The pharmacy's facts (docs/product.md#pharmacy-facts). All of it is public, as the browser loads it. */
export const store = {
  name: 'Botica',
  tagline: 'Tu farmacia de confianza, también en línea.',
  address: { street: 'Av. Providencia 1234', city: 'Providencia, Santiago', region: 'Región Metropolitana' },
  location: { latitude: -33.4286, longitude: -70.6202 },
  hours: [
    { days: 'Lunes a viernes', hours: '9:00 a 20:00' },
    { days: 'Sábado', hours: '10:00 a 14:00' },
  ],
  timeZone: 'America/Santiago',
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
    {
      name: 'Isapre Austral',
      description: 'Descuentos en medicamentos con receta.',
      url: 'https://isapre-austral.example',
    },
    {
      name: 'Caja Los Boldos',
      description: 'Beneficios para afiliados y pensionados.',
      url: 'https://caja-los-boldos.example',
    },
    {
      name: 'Mutual del Maipo',
      description: 'Convenio para trabajadores y sus familias.',
      url: 'https://mutual-maipo.example',
    },
    {
      name: 'Club Adulto Mayor',
      description: 'Precios preferentes para mayores de 60 años.',
      url: 'https://club-adulto-mayor.example',
    },
  ],
  dutyPharmacyUrl: 'https://seremienlinea.minsal.cl/asdigital/index.php?mfarmacias',
} satisfies Store
