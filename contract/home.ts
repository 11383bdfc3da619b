import { z } from 'zod'
import { CATEGORY_DRAWINGS } from '#domain/category-drawing.ts'
import { defineCall } from './call.ts'
import { data } from './fields.ts'
import { productCard } from './products.ts'

export const homeCalls = {
  listHome: defineCall('GET /products/home', {
    access: 'everyone',
    summary:
      'The home page: offers, what sold most in the last 30 days, what is new, in stock first; and the fullest categories.',
    answer: data(
      z.object({
        onSale: z.array(productCard),
        bestSellers: z.array(productCard),
        newest: z.array(productCard),
        /** The active categories with most products, the fullest first. */
        categories: z.array(z.object({ name: z.string(), drawing: z.enum(CATEGORY_DRAWINGS) })),
      }),
    ),
  }),
}
