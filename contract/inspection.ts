import { z } from 'zod'
import { GAPS } from '#domain/inspection.ts'
import { SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { defineCall } from './call.ts'
import { data, list, pageQuery, text } from './fields.ts'

const gap = z.enum(GAPS)

const inspectedProduct = z.object({
  _id: z.string(),
  barcode: z.string(),
  tradename: z.string(),
  category: z.string(),
  dcm: z.string(),
  laboratory: z.string(),
  healthRegister: z.string(),
  prescription: z.boolean(),
  saleCondition: z.enum(SALE_CONDITIONS),
  gaps: z.array(gap),
  /** The name of a product with the same DCM that needs a prescription; empty when this product's flag isn't doubtful. */
  prescribedAs: z.string(),
})
export type InspectedProduct = z.infer<typeof inspectedProduct>

const filters = z.object({ gap: gap.optional(), category: text(80).optional() })

export const inspectionCalls = {
  listInspection: defineCall('GET /products/inspection', {
    summary:
      'Products that lack what a health inspector asks for, or whose prescription flag is doubtful, by trade name.',
    query: pageQuery.extend(filters.shape),
    answer: list(inspectedProduct),
  }),
  countInspection: defineCall('GET /products/inspection/counts', {
    summary: 'How many products have each gap.',
    query: filters.pick({ category: true }),
    answer: data(z.record(gap, z.int()).and(z.object({ products: z.int() }))),
  }),
  exportInspection: defineCall('GET /products/inspection/export', {
    summary: 'The list as a workbook.',
    query: filters,
    answer: 'spreadsheet',
  }),
}
