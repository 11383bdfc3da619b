import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { XLSX } from '../../spreadsheets/media-type.ts'

/** The template has its own URL outside the API, so that a plain link can download it. */
export function templateRoute(app: FastifyInstance, { database }: Services) {
  app.get('/formato-productos-excel.xlsx', async (_request, reply) => {
    // Loaded on the first request, because the library has many modules.
    const { productTemplate } = await import('./product-template.ts')
    return reply
      .type(XLSX)
      .header('content-disposition', 'attachment; filename="formato-productos-excel.xlsx"')
      .header('cache-control', 'no-cache')
      .send(await productTemplate(database))
  })
}
