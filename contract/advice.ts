import { z } from 'zod'
import { defineCall } from './call.ts'
import { data } from './fields.ts'

export const adviceCalls = {
  productAdvice: defineCall('GET /products/advice', {
    access: 'everyone',
    summary:
      'What somebody who buys these products together should know: active ingredients that several have, and prescriptions.',
    query: z.object({
      /** Ids with commas between them, at most 200; unknown ids are ignored. */
      products: z.string().max(8_000),
    }),
    answer: data(
      z.object({
        repeated: z.array(z.object({ ingredients: z.array(z.string()), products: z.array(z.string()) })),
        /** Ids of the products that need a prescription. */
        prescription: z.array(z.string()),
      }),
    ),
  }),
}
