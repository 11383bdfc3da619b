import { z } from 'zod'
import { PRESCRIPTION_CONDITIONS } from '#domain/sale-condition.ts'
import { HELD_KINDS } from '#domain/sale-hold/group-held.ts'
import { SALE_ROUTES } from '#domain/sale-hold/product-words.ts'
import { defineCall } from './call.ts'
import { data, id, message, requiredText } from './fields.ts'

/** The most products that are named for a group of held products. */
export const MAX_NAMED_PRODUCTS = 20

/** The usual conditions of an ingredient. */
const ingredientConditions = ['direct', ...PRESCRIPTION_CONDITIONS] as const

const ingredient = requiredText(80)

/** Held products that one decision can serve. */
const heldGroup = z.object({
  kind: z.enum(HELD_KINDS),
  name: z.string(),
  /** The source of the proposal: the list, a name like a listed one, a class of medicines, the category; none for the last two. */
  reason: z.enum(['listed', 'similar', 'class', 'category', 'medicine', 'earlier']),
  proposal: z.enum(ingredientConditions).nullable(),
  /** Units sold in the last 30 days. */
  sold: z.int(),
  count: z.int(),
  /** The first products, the best-selling first. */
  products: z.array(z.object({ _id: z.string(), tradename: z.string(), stock: z.int() })),
})
export type HeldGroup = z.infer<typeof heldGroup>

const listedIngredient = z.object({
  ingredient: z.string(),
  saleCondition: z.enum(ingredientConditions),
  /** The limits of direct sale, in milligrams and by route. Without both (null and empty) `saleCondition` always counts. */
  directUpTo: z.number().nullable(),
  directRoutes: z.array(z.enum(SALE_ROUTES)),
  /** Whether the law controls it: no file can give its products a milder condition than a retained prescription. */
  controlled: z.boolean(),
  /** Folded words by which a trade name or DCM names the ingredient: its own name, spellings, brands. */
  names: z.array(z.string()),
})
export type ListedIngredient = z.infer<typeof listedIngredient>

export const saleConditionCalls = {
  listHeld: defineCall('GET /products/held', {
    summary:
      'Products that are not for sale until somebody decides their condition of sale, in groups for one decision each, the best-selling first.',
    answer: data(z.array(heldGroup)),
  }),
  decideHeld: defineCall('POST /products/held', {
    summary:
      'Sets the condition of sale of a group of held products, or of some of them. Like products of later lists get it, too.',
    body: z.object({
      group: heldGroup.pick({ kind: true, name: true, proposal: true }),
      /** How many products the group had when it was shown: SELECTION_CHANGED when it has others now. */
      count: z.int().min(1),
      /** Only these of its products; absent: all. */
      only: z.array(id).min(1).max(MAX_NAMED_PRODUCTS).optional(),
      saleCondition: z.enum([...ingredientConditions, 'none']),
    }),
    answer: message.extend({ changed: z.int() }),
    errors: ['NOT_FOUND', 'SELECTION_CHANGED'],
  }),
  acceptListed: defineCall('POST /products/held/listed', {
    summary:
      'Accepts the proposals of all groups of held products whose ingredient the list has: each gets the list’s prescription.',
    /** How many products were shown: SELECTION_CHANGED when there are others now. */
    body: z.object({ count: z.int().min(1) }),
    answer: message.extend({ changed: z.int() }),
    errors: ['SELECTION_CHANGED'],
  }),
  listIngredientConditions: defineCall('GET /products/ingredient-conditions', {
    summary: 'The usual condition of sale of each listed ingredient, by name.',
    answer: data(z.array(listedIngredient)),
  }),
  setIngredientCondition: defineCall('POST /products/ingredient-conditions', {
    summary:
      'Sets the usual condition of an ingredient, listed or new, and by which names products are known to have it.',
    body: z.object({
      ingredient,
      saleCondition: z.enum(ingredientConditions),
      /** Absent: the strength and the routes for direct sale stay; of a new ingredient none. */
      directUpTo: z.number().positive().max(100_000).nullable().optional(),
      directRoutes: z.array(z.enum(SALE_ROUTES)).max(SALE_ROUTES.length).optional(),
      /** Absent: the names stay; of a new ingredient its own. */
      names: z.array(requiredText(80)).max(100).optional(),
    }),
    answer: message.extend({ data: listedIngredient }),
    errors: ['NAME_TAKEN'],
  }),
  applyListedConditions: defineCall('POST /products/listed-conditions', {
    summary:
      'Gives the products that are sold under a milder condition than their ingredient’s the listed one; `keep` leaves theirs as they are.',
    body: z.object({
      /** Absent: all of them. */
      ids: z.array(id).min(1).max(1_000).optional(),
      keep: z.boolean().default(false),
    }),
    answer: message.extend({ changed: z.int() }),
  }),
}
