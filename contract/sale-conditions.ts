import { z } from 'zod'
import { PRESCRIPTION_CONDITIONS } from '#domain/sale-condition.ts'
import { defineCall } from './call.ts'
import { data, message, requiredText } from './fields.ts'

/** The most products that are named for a held ingredient. */
export const MAX_NAMED_PRODUCTS = 20

/** The usual conditions of an ingredient. */
const ingredientConditions = ['direct', ...PRESCRIPTION_CONDITIONS] as const

const ingredient = requiredText(80)

/** An ingredient whose products aren't for sale, because nobody has said how they are sold. */
const heldIngredient = z.object({
  ingredient: z.string(),
  /** The condition of the list. */
  proposal: z.enum(PRESCRIPTION_CONDITIONS),
  /** The first products by trade name. */
  products: z.array(z.object({ _id: z.string(), tradename: z.string(), stock: z.int() })),
  count: z.int(),
})
export type HeldIngredient = z.infer<typeof heldIngredient>

const listedIngredient = z.object({
  ingredient: z.string(),
  saleCondition: z.enum(ingredientConditions),
  /** Folded words by which a trade name or DCM names the ingredient: its own name, spellings, brands. */
  names: z.array(z.string()),
})
export type ListedIngredient = z.infer<typeof listedIngredient>

export const saleConditionCalls = {
  listHeld: defineCall({
    method: 'GET',
    path: '/products/held',
    access: 'administrator',
    summary:
      'Ingredients whose products are not for sale until somebody decides their condition of sale, by name.',
    answer: data(z.array(heldIngredient)),
    errors: [],
  }),
  decideHeld: defineCall({
    method: 'POST',
    path: '/products/held',
    access: 'administrator',
    summary: 'Sets the condition of sale of all held products of an ingredient.',
    body: z.object({
      ingredient,
      saleCondition: z.enum([...ingredientConditions, 'none']),
    }),
    answer: message.extend({ changed: z.int() }),
    errors: ['NOT_FOUND'],
  }),
  listIngredientConditions: defineCall({
    method: 'GET',
    path: '/products/ingredient-conditions',
    access: 'administrator',
    summary: 'The usual condition of sale of each listed ingredient, by name.',
    answer: data(z.array(listedIngredient)),
    errors: [],
  }),
  setIngredientCondition: defineCall({
    method: 'POST',
    path: '/products/ingredient-conditions',
    access: 'administrator',
    summary:
      'Sets the usual condition of an ingredient, listed or new, and by which names products are known to have it.',
    body: z.object({
      ingredient,
      saleCondition: z.enum(ingredientConditions),
      /** Absent: the names stay; of a new ingredient its own. */
      names: z.array(requiredText(80)).max(100).optional(),
    }),
    answer: message.extend({ data: listedIngredient }),
    errors: ['NAME_TAKEN'],
  }),
}
