import { z } from 'zod'
import { defineCall } from './call.ts'
import { data } from './fields.ts'
import { productCard } from './products.ts'

export const homeCalls = {
  listHome: defineCall({
    method: 'GET',
    path: '/products/home',
    access: 'everyone',
    summary:
      'The products of the home page: offers, what sold most in the last 30 days, and what is new; in stock first.',
    answer: data(
      z.object({
        onSale: z.array(productCard),
        bestSellers: z.array(productCard),
        newest: z.array(productCard),
      }),
    ),
    errors: [],
  }),
}
