import { communeName } from '#domain/communes.ts'
import { COUPON_KIND_NAMES } from '#domain/coupon.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { formatDecimal, formatPrice } from '#domain/price.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { shipmentStates } from '#domain/shipment.ts'
import type { AuditEntry } from './audit.ts'
import { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts'
import { BANK_NAMES } from './payments.ts'
import { type FieldKind, mapProductFields } from './product-fields.ts'

/** A changed field in words. `before` or `after` is absent where the entry doesn't have it. */
export type FieldChange = { field: string; before?: string; after?: string }

/** The Spanish name of an action. An action that only a newer version knows is shown by its code. */
export const actionName = (action: string): string => AUDIT_ACTIONS[action as AuditAction] ?? action

/** The author of an action, in words. */
export const actorName = ({ name, email }: Pick<AuditEntry, 'name' | 'email'>): string =>
  name || email || 'Persona eliminada'

/** The names of the fields that entries have. */
const FIELD_NAMES: Record<string, string> = {
  // Products.
  ...mapProductFields(({ label }) => label),
  photo: 'Foto',
  retired: 'Retirado',
  names: 'Nombres',
  // Categories and suppliers.
  categoryName: 'Nombre',
  name: 'Nombre',
  address: 'Dirección',
  contact: 'Persona de contacto',
  phone: 'Teléfono',
  status: 'Estado',
  // People.
  role: 'Rol',
  roles: 'Roles',
  fields: 'Campos',
  email: 'Correo',
  lastname: 'Apellidos',
  rut: 'RUT',
  cellphone: 'Celular',
  gender: 'Género',
  birthdate: 'Fecha de nacimiento',
  password_hash: 'Contraseña',
  // The carousel.
  state: 'Imagen',
  order: 'Orden',
  link: 'Enlace',
  // Ways of delivery.
  hours: 'Horario',
  ready: 'Listo en',
  price: 'Precio',
  freeFrom: 'Gratis desde',
  days: 'Plazo',
  communes: 'Comunas',
  cold: 'Lleva refrigerados',
  // Codes for a discount.
  code: 'Código',
  prefix: 'Prefijo',
  count: 'Cantidad',
  kind: 'Tipo',
  value: 'Valor',
  minimum: 'Compra mínima',
  maximum: 'Descuento máximo',
  uses: 'Usos',
  usesPerCustomer: 'Usos por cliente',
  firstOrder: 'Solo primera compra',
  categories: 'Categorías',
  laboratories: 'Laboratorios',
  active: 'Activo',
  // Form requests.
  answered: 'Respondida',
  // Orders.
  checked: 'Revisado',
  note: 'Nota',
  approved: 'Aprobada',
  received: 'Recibida',
  orders: 'Pedidos',
  shipment: 'Envío',
  courier: 'Transportista',
  tracking: 'N° de seguimiento',
  // Receipts, lots and recalls.
  supplier: 'Proveedor',
  document: 'Documento',
  lots: 'Lotes',
  units: 'Unidades',
  reason: 'Motivo',
  mails: 'Correos',
  orderNumber: 'N° de pedido',
  // Bank statements and transfers.
  bank: 'Banco',
  credits: 'Abonos',
  added: 'Nuevas',
  amount: 'Monto',
  date: 'Fecha',
  aside: 'Apartada',
  returned: 'Dinero devuelto',
  // Connections.
  scopes: 'Permisos',
  expires: 'Vence',
  events: 'Avisos',
  event: 'Aviso',
  // Imports and downloads.
  created: 'Creados',
  updated: 'Actualizados',
  unchanged: 'Sin cambios',
  rejected: 'Filas rechazadas',
  restored: 'Restaurados',
  removed: 'Eliminados',
  left: 'Sin tocar',
  products: 'Productos',
  from: 'Desde',
  to: 'Hasta',
  since: 'Desde',
  until: 'Hasta',
  who: 'Quién',
  what: 'Qué',
  subject: 'Sobre',
}

/** How a product's fields are shown. */
const KINDS: Record<string, FieldKind> = mapProductFields(({ kind }) => kind)

const fieldName = (name: string) => FIELD_NAMES[name] ?? name

const EMPTY = '(vacío)'

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined || value === false

/** A value as people read it. */
function valueInWords(field: string, value: unknown): string {
  if (field === 'photo') return value ? 'con foto' : 'sin foto'
  if (typeof value === 'boolean') {
    const [yes, no] = BOOLEANS[field] ?? ['SI', 'NO']
    return value ? yes : no
  }
  if (value === '' || value === null || value === undefined) return EMPTY
  const kind = KINDS[field]
  if ((kind === 'pesos' || PESOS.has(field)) && typeof value === 'number') return formatPrice(value)
  if (kind === 'condition')
    return (SALE_CONDITION_NAMES as Record<string, string>)[String(value)] ?? String(value)
  if (kind === 'percent') return `${formatDecimal(Number(value))} %`
  if (field === 'bank') return (BANK_NAMES as Record<string, string>)[String(value)] ?? String(value)
  if (field === 'status' && typeof value === 'string')
    return (orderStatuses as Record<string, { name: string }>)[value]?.name ?? value
  if (field === 'shipment')
    return (shipmentStates as Record<string, { name: string }>)[String(value)]?.name ?? String(value)
  if (field === 'fields' && Array.isArray(value))
    return value.map((name) => fieldName(String(name))).join(', ')
  if (field === 'communes' && Array.isArray(value))
    return value.map((code) => communeName(String(code))).join(', ')
  if (field === 'kind') return (COUPON_KIND_NAMES as Record<string, string>)[String(value)] ?? String(value)
  if (field === 'orders' && Array.isArray(value)) return `N° ${value.join(', ')}`
  if (NAMES[field] && Array.isArray(value)) return value.join(', ') || NAMES[field]
  if (Array.isArray(value)) return `${value.length} ${field === 'order' ? 'imágenes' : 'elementos'}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const PESOS = new Set(['amount', 'price', 'freeFrom', 'minimum', 'maximum'])

/** Fields that list names, and the word for none. */
const NAMES: Record<string, string> = { roles: 'ninguno', categories: 'todas', laboratories: 'todos' }

const BOOLEANS: Record<string, [yes: string, no: string]> = {
  status: ['Activo', 'Inactivo'],
  state: ['Visible', 'Oculta'],
  note: ['con nota', 'sin nota'],
}

/** The changed fields of an entry in words. An entry about a new or deleted thing has one side only: its empty fields are left out. */
export function changesInWords({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name): FieldChange[] => {
    const field = fieldName(name)
    if (before && after && name in before && name in after) {
      if (name === 'photo' && before[name] && after[name]) return [{ field, after: 'cambiada' }]
      if (name === 'order') return [{ field, after: 'cambiado' }]
      if (name === 'communes') return [{ field, ...exchanged(before[name], after[name]) }]
      return [{ field, before: valueInWords(name, before[name]), after: valueInWords(name, after[name]) }]
    }
    const isBefore = before !== null && name in before
    const value = (isBefore ? before : after)?.[name]
    if (isEmpty(value)) return []
    const words = valueInWords(name, value)
    return [isBefore ? { field, before: words } : { field, after: words }]
  })
}

/** The communes that only one of two lists has: whole lists, of a region's communes, would hide the one that was removed. */
function exchanged(before: unknown, after: unknown): Pick<FieldChange, 'before' | 'after'> {
  const [were, are] = [before, after].map((codes) => (Array.isArray(codes) ? codes.map(String) : []))
  const only = (codes: string[] = [], others: string[] = []) =>
    codes.filter((code) => !others.includes(code)).map(communeName)
  const gone = only(were, are)
  const added = only(are, were)
  return {
    ...(gone.length > 0 && { before: gone.join(', ') }),
    ...(added.length > 0 && { after: added.join(', ') }),
  }
}

/** A change as a line of text, `Precio: $1.990 → $2.490`. */
export const changeLine = ({ field, before, after }: FieldChange): string =>
  `${field}: ${[before, after].filter((side) => side !== undefined).join(' → ')}${after === undefined ? ' →' : ''}`
