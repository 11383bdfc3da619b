import type { Insertable } from 'kysely'
import { REGIONS } from '#domain/communes.ts'
import type { Database } from '#server/database/schema.ts'
import { store } from '#store'

/** The demo's delivery options and discount codes. */

const capital = REGIONS.find(({ code }) => code === '13')!.communes.map(({ code }) => code)
/** The province of Santiago, the city itself. */
const santiago = capital.filter((code) => code.startsWith('131'))
const valparaiso = ['05101', '05103', '05109', '05801', '05804']

const inOrder = <Row>(rows: Row[]) => rows.map((row, index) => ({ ...row, position: index + 1 }))

export const demoPickups: Insertable<Database['pickup_points']>[] = inOrder([
  {
    name: `${store.name} Providencia`,
    address: store.address.street,
    hours: store.hours.map(({ days, hours }) => `${days} de ${hours}`).join(', '),
    ready: 'en 2 horas hábiles',
    active: true,
  },
])

export const demoZones: (Insertable<Database['delivery_zones']> & { communes: string[] })[] = inOrder([
  {
    name: 'Santiago',
    price: 3_490,
    free_from: 30_000,
    days: '24 a 48 horas hábiles',
    cold: true,
    active: true,
    communes: santiago,
  },
  {
    name: 'Alrededores de Santiago',
    price: 4_990,
    free_from: 45_000,
    days: '2 a 3 días hábiles',
    cold: false,
    active: true,
    communes: capital.filter((code) => !santiago.includes(code)),
  },
  {
    name: 'Gran Valparaíso',
    price: 5_990,
    free_from: null,
    days: '3 a 4 días hábiles',
    cold: false,
    active: true,
    communes: valparaiso,
  },
])

export const demoCoupons: Insertable<Database['coupons']>[] = [
  { code: 'BIENVENIDA', kind: 'percent', value: 10, maximum: 5_000, first_order: true },
  { code: 'VERANO', kind: 'amount', value: 3_000, minimum: 20_000, uses_per_customer: 1 },
  { code: 'ENVIO-GRATIS', kind: 'delivery', value: 0, minimum: 15_000 },
]
