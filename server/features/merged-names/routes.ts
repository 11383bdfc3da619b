import { mergedNameCalls } from '#contract/merged-names.ts'
import { counted } from '#domain/price.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { listMerges, mergeNames, undoMerge } from './merge-names.ts'

export function mergedNameRoutes(serve: Serve, { database }: Services) {
  serve(mergedNameCalls.mergeNames, async ({ body, actor }) => {
    const { from, into, products } = await mergeNames(database, { ...body, id: requireId(body.id), actor })
    return { message: `«${from}» ahora está en «${into}»: ${counted(products, 'producto', 'productos')}.` }
  })

  serve(mergedNameCalls.listMerges, async ({ query }) => ({ data: await listMerges(database, query.kind) }))

  serve(mergedNameCalls.undoMerge, async ({ params, actor }) => {
    const { name, products } = await undoMerge(database, { id: requireId(params.id), actor })
    return { message: `«${name}» está otra vez: ${counted(products, 'producto', 'productos')}.` }
  })
}
