import { saleConditionCalls } from '#contract/sale-conditions.ts'
import { formatWhole } from '#domain/price.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { acceptListed, applyListedConditions, decideHeld } from './decide-held.ts'
import { listHeld, listIngredientConditions } from './queries.ts'
import { setIngredientCondition } from './set-ingredient-condition.ts'

export function saleConditionRoutes(serve: Serve, { database }: Services) {
  serve(saleConditionCalls.listHeld, async () => ({ data: await listHeld(database) }))

  const updated = (changed: number) => ({
    message:
      changed === 1 ? 'El producto fue actualizado.' : `${formatWhole(changed)} productos actualizados.`,
    changed,
  })
  serve(saleConditionCalls.decideHeld, async ({ body, actor }) =>
    updated(await decideHeld(database, { ...body, actor })),
  )

  serve(saleConditionCalls.acceptListed, async ({ body, actor }) =>
    updated(await acceptListed(database, { ...body, actor })),
  )

  serve(saleConditionCalls.applyListedConditions, async ({ body, actor }) =>
    updated(await applyListedConditions(database, { ...body, actor })),
  )

  serve(saleConditionCalls.listIngredientConditions, async () => ({
    data: await listIngredientConditions(database),
  }))

  serve(saleConditionCalls.setIngredientCondition, async ({ body, actor }) => ({
    message: 'La lista fue actualizada.',
    data: await setIngredientCondition(database, { ...body, actor }),
  }))
}
