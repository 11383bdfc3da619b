/** Data that a product can lack for a health inspection. */
export const GAPS = [
  'register',
  'dcm',
  'laboratory',
  'photo',
  'quantity',
  'warning',
  'prescription',
  'milder',
] as const
export type Gap = (typeof GAPS)[number]

/** The gaps' Spanish names. */
export const GAP_NAMES: Record<Gap, string> = {
  register: 'Sin registro sanitario',
  dcm: 'Sin DCM',
  laboratory: 'Sin laboratorio',
  photo: 'Sin foto',
  quantity: 'Sin cantidad',
  warning: 'Sin advertencia legal',
  prescription: 'Receta dudosa',
  milder: 'Más libre que la lista',
}
