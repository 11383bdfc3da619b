import type { FastifyInstance } from 'fastify'
import type { Services } from '../../../services.ts'
import { XLSX } from '../../../spreadsheets/media-type.ts'
import { productTemplate } from './product-template.ts'

/** The template at its own address, outside the API (design §2.22): a plain link downloads it. */
export function templateRoute(app: FastifyInstance, { database }: Services) {
  app.get('/formato-productos-excel.xlsx', async (_request, reply) =>
    reply
      .type(XLSX)
      .header('content-disposition', 'attachment; filename="formato-productos-excel.xlsx"')
      .header('cache-control', 'no-cache')
      .send(await productTemplate(database)),
  )
}
