import { sql } from 'kysely'
import type { ListedIngredient } from '#contract/sale-conditions.ts'
import type { SaleCondition } from '#domain/sale-condition.ts'
import { assessSale } from '#domain/sale-hold/assess-sale.ts'
import { decisionKey } from '#domain/sale-hold/decision-key.ts'
import { IngredientList } from '#domain/sale-hold/ingredient-list.ts'
import type { SaleFacts } from '#domain/sale-hold/product-words.ts'
import type { Db } from '../../database/schema.ts'

/** The pharmacy's knowledge of conditions of sale: the list of ingredients, and earlier decisions. */
export type SaleKnowledge = { list: IngredientList; decided: ReadonlyMap<string, SaleCondition> }

export async function readSaleKnowledge(database: Db): Promise<SaleKnowledge> {
  const { rows: entries } = await LISTED_INGREDIENTS.execute(database)
  const { rows: decisions } = await sql<{ subject: string; condition: SaleCondition }>`
    select subject, sale_condition as condition from sale_decisions`.execute(database)
  return {
    list: new IngredientList(entries),
    decided: new Map(decisions.map(({ subject, condition }) => [subject, condition])),
  }
}

/** The list of ingredients. */
export const LISTED_INGREDIENTS = sql<ListedIngredient>`
  select ingredient, sale_condition as "saleCondition", direct_up_to::float8 as "directUpTo", direct_routes as "directRoutes", controlled,
    array(select name from ingredient_names n where n.ingredient = listed.ingredient order by name) as names
  from ingredient_conditions listed`

/** Whether a product of unknown condition is held, and the condition that a person decided before for products like it. */
export function assess(product: SaleFacts, { list, decided }: SaleKnowledge) {
  const assessment = assessSale(product, list)
  const settled = assessment.held ? decided.get(decisionKey(product, assessment)) : undefined
  return { ...assessment, settled }
}
