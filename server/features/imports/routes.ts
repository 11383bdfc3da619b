import type { FastifyInstance } from 'fastify'
import type { ImportReport } from '#contract/import-report.ts'
import { importCalls } from '#contract/imports.ts'
import { productCalls } from '#contract/products.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Handler, Serve } from '../../http/serve.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { productSheet, productTemplate } from './export-products.ts'
import { listImportChanges, listImports, refusedRowsSheet } from './import-history.ts'
import { importWorkbook, type Upload } from './import-workbook.ts'
import { findImport } from './save/import-store.ts'
import { keepStock } from './save/keep-stock.ts'
import { replanImport, saveImport } from './save/save-import.ts'
import { undoImport } from './save/undo-import.ts'

export function importRoutes(serve: Serve, { database }: Services) {
  serve(importCalls.uploadProducts, async (context) =>
    saved(await importWorkbook(database, uploadIn(context, 'save'))),
  )

  serve(importCalls.previewImport, async (context) => ({
    data: await importWorkbook(database, uploadIn(context, 'preview')),
  }))

  serve(importCalls.saveImport, async ({ params, body, actor }) =>
    saved(await saveImport(database, { id: requireId(params.id), choices: body, actor })),
  )

  serve(importCalls.replanImport, async ({ params, body }) => ({
    data: await replanImport(database, { id: requireId(params.id), ...body }),
  }))

  serve(importCalls.getImport, async ({ params }) => {
    const report = await findImport(database, requireId(params.id))
    if (!report) throw new Refusal('NOT_FOUND')
    return { data: report }
  })

  serve(productCalls.exportProducts, async ({ query: { lots, ...query }, reply }) =>
    sendWorkbook(reply, datedName('productos'), productSheet(database, query, lots)),
  )

  serve(importCalls.listImports, ({ query }) => listImports(database, query))

  serve(importCalls.listImportChanges, ({ params, query }) =>
    listImportChanges(database, { id: requireId(params.id), ...query }),
  )

  serve(importCalls.exportRefusedRows, async ({ params, reply }) =>
    sendWorkbook(reply, 'filas-rechazadas.xlsx', await refusedRowsSheet(database, requireId(params.id))),
  )

  serve(importCalls.keepStock, async ({ params, actor }) => {
    const { report, takenBack, left } = await keepStock(database, { id: requireId(params.id), actor })
    const message = `Productos con el stock como estaba: ${takenBack}.`
    return {
      message: left > 0 ? `${message} Contados después, sin cambios: ${left}.` : message,
      data: report,
    }
  })

  serve(importCalls.undoImport, async ({ params, actor }) => {
    const { removedNames, ...data } = await undoImport(database, { id: requireId(params.id), actor })
    const { restored, removed, left } = data
    const counts = [
      `Restaurados: ${restored}.`,
      `Borrados: ${removed}.`,
      ...(left.length > 0 ? [`Sin cambios: ${left.length}.`] : []),
      ...(removedNames > 0 ? [`Categorías y laboratorios borrados: ${removedNames}.`] : []),
    ]
    return { message: `La importación se deshizo. ${counts.join(' ')}`, data }
  })
}

type Context = Parameters<Handler<typeof importCalls.previewImport>>[0]

function uploadIn(
  { files: [file], body: { columns = {}, ...choices }, actor, request }: Context,
  mode: Upload['mode'],
): Upload {
  if (!file) throw new Refusal('BAD_INPUT')
  return { file, mode, assigned: new Map(Object.entries(columns)), ...choices, actor, log: request.log }
}

function saved(data: ImportReport) {
  const { created, updated, unchanged, refused } = data
  const message = `Importación terminada. Creados: ${created}. Actualizados: ${updated}. Sin cambios: ${unchanged}. Filas con errores: ${refused}.`
  return { message, data }
}

/** The template has its own URL outside the API, so that a plain link can download it. */
export function templateRoute(app: FastifyInstance, { database }: Services) {
  app.get('/formato-productos-excel.xlsx', async (_request, reply) =>
    sendWorkbook(reply, 'formato-productos-excel.xlsx', ...(await productTemplate(database))),
  )
}
