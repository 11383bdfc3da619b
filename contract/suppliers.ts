import { z } from 'zod'
import { defineCall } from './call.ts'
import { id, list, listedName, message, namesQuery, requiredText, text } from './fields.ts'

export const SUPPLIER_STATUSES = ['Activo', 'Inactivo'] as const

/** The supplier form. */
export const supplierBody = z.object({
  name: listedName,
  address: requiredText(200),
  contact: text(120).default(''),
  phone: text(40).default(''),
  status: z.enum(SUPPLIER_STATUSES).default('Activo'),
})

/** A supplier. The optional fields are for administrators only. */
export const supplierSchema = z.object({
  _id: z.string(),
  name: z.string(),
  status: z.enum(SUPPLIER_STATUSES),
  /** The number of the supplier's products. */
  products: z.int(),
  address: z.string().optional(),
  contact: z.string().optional(),
  phone: z.string().optional(),
})
export type Supplier = z.infer<typeof supplierSchema>

export const supplierCalls = {
  listSuppliers: defineCall('GET /admin/suppliers', {
    access: 'everyone',
    summary:
      'Lists the suppliers, by name or by their number of products; for visitors the names of the active ones.',
    query: namesQuery,
    answer: list(supplierSchema),
  }),
  exportSuppliers: defineCall('GET /admin/suppliers/export', {
    summary: 'A workbook of the suppliers.',
    answer: 'spreadsheet',
  }),
  createSupplier: defineCall('POST /admin/suppliers', {
    summary: 'Creates a supplier.',
    body: supplierBody,
    answer: message,
    status: 201,
    errors: ['NAME_TAKEN'],
  }),
  updateSupplier: defineCall('POST /admin/suppliers/update-supplier', {
    summary: 'Changes a supplier.',
    body: supplierBody.extend({ id }),
    answer: message,
    errors: ['NOT_FOUND', 'NAME_TAKEN'],
  }),
}
