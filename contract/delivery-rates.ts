import { z } from 'zod'
import { defineCall } from './call.ts'
import { allDeliveryOptions } from './delivery-options.ts'
import { message } from './fields.ts'

/** Rates of delivery in a workbook with a row for each commune, as couriers send them. */

const ratedZone = allDeliveryOptions.shape.zones.element.omit({ _id: true, cold: true })
export type RatedZone = z.infer<typeof ratedZone>

const ratesPlan = z.object({
  /** Rows with a commune. */
  rows: z.int(),
  /** Rows that can't be read; with one of them nothing is saved. */
  problems: z.array(z.object({ row: z.int(), value: z.string(), reason: z.string() })),
  /** The zones that change, in the pharmacy's order; `before` is null for a new one. */
  zones: z.array(z.object({ id: z.string().nullable(), before: ratedZone.nullable(), after: ratedZone })),
  /** To be sent with the same file to save exactly these changes; null when there is nothing to save. */
  version: z.string().nullable(),
})
export type RatesPlan = z.infer<typeof ratesPlan>

export const deliveryRateCalls = {
  uploadRates: defineCall('POST /delivery-options/rates', {
    summary:
      'Reads a workbook of rates by commune and answers which zones it changes; with the `version` of that answer it saves them.',
    upload: { field: 'file', kind: 'spreadsheet', required: true, mayBeEmpty: true },
    body: z.object({ version: z.string().max(64).optional() }),
    answer: message.extend({ data: ratesPlan }),
    errors: ['LIST_CHANGED'],
  }),
  exportRates: defineCall('GET /delivery-options/rates', {
    summary:
      'A workbook of all communes with the zone, the price and the days of each, to change and upload again.',
    answer: 'spreadsheet',
  }),
}
