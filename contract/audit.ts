import { z } from 'zod'
import { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts'
import { defineCall } from './call.ts'
import { data, day, text } from './fields.ts'

/** The groups of actions to filter by, and their names. */
export const AUDIT_GROUPS = {
  people: 'Personas y cuentas',
  products: 'Productos',
  categories: 'Categorías',
  suppliers: 'Proveedores',
  carousel: 'Carrusel',
  orders: 'Pedidos',
  delivery: 'Entregas',
  coupons: 'Códigos de descuento',
  payments: 'Pagos',
  requests: 'Solicitudes',
  connections: 'Conexiones',
  downloads: 'Descargas',
} as const
export type AuditGroup = keyof typeof AUDIT_GROUPS

/** The kind of an action: the part of its code before the dot. */
type Kind = AuditAction extends `${infer First}.${string}` ? First : never

const GROUP_OF: Record<Kind, AuditGroup> = {
  user: 'people',
  person: 'people',
  product: 'products',
  stock: 'products',
  category: 'categories',
  supplier: 'suppliers',
  carousel: 'carousel',
  order: 'orders',
  delivery: 'delivery',
  coupon: 'coupons',
  payment: 'payments',
  request: 'requests',
  users: 'downloads',
  orders: 'downloads',
  sales: 'downloads',
  register: 'downloads',
  audit: 'downloads',
  connection: 'connections',
}

export const actionsIn = (group: AuditGroup): AuditAction[] =>
  (Object.keys(AUDIT_ACTIONS) as AuditAction[]).filter(
    (action) => GROUP_OF[action.split('.')[0] as Kind] === group,
  )

/** Stands in place of an e-mail for the operator, who acts by commands on the server and has no account. */
export const OPERATOR = 'operador'

/** The filters of the audit screen. Days are in the pharmacy's time zone, both included. */
const auditFilter = z.object({
  /** An e-mail, or {@link OPERATOR}. */
  who: text(254)
    .transform((who) => who.toLowerCase())
    .optional(),
  what: z.enum(Object.keys(AUDIT_GROUPS) as [AuditGroup, ...AuditGroup[]]).optional(),
  since: day.optional(),
  until: day.optional(),
  /** The id of an account, a product, an order… */
  subject: text(100).optional(),
})

const cursor = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional()

const fields = z.record(z.string(), z.unknown()).nullable()

/** An audit entry: the actor, the action, its time and the changed fields. */
export const auditEntrySchema = z.object({
  /** The number of the entry, which grows with every new entry. */
  _id: z.int(),
  /** ISO instant. */
  createdAt: z.string(),
  /** The actor's name at that time; name and e-mail are empty once the person was erased. */
  name: z.string(),
  /** The actor's e-mail; empty for the operator. */
  email: z.string(),
  /** The actor's network address. */
  address: z.string(),
  action: z.string(),
  kind: z.string(),
  subjectId: z.string(),
  label: z.string(),
  before: fields,
  after: fields,
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditCalls = {
  listAudit: defineCall('GET /admin/audit', {
    summary: 'Audit entries, newest first: a page of 25 of them, before or after a given entry.',
    query: auditFilter.extend({ before: cursor, after: cursor }),
    answer: z.object({
      data: z.array(auditEntrySchema),
      /** Whether there are entries newer than the page's first and older than its last. */
      newer: z.boolean(),
      older: z.boolean(),
    }),
  }),
  listAuditActors: defineCall('GET /admin/audit/actors', {
    summary: 'Everybody with an audit entry, by e-mail.',
    answer: data(z.array(z.object({ email: z.string(), name: z.string() }))),
  }),
  exportAudit: defineCall('GET /admin/audit/export', {
    guarded: true,
    summary: 'A workbook of the audit entries, newest first.',
    query: auditFilter,
    answer: 'spreadsheet',
  }),
}
