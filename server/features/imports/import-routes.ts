import type { FastifyRequest } from 'fastify'
import type { ImportReport } from '#contract/import-report.ts'
import { importCalls } from '#contract/imports.ts'
import { productCalls } from '#contract/products.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Handler, Serve } from '../../http/serve.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { analyzeImport } from './analyze-import.ts'
import { productSheet } from './export-products.ts'
import { findImport } from './import-store.ts'
import { importWorkbook, previewWorkbook, type Upload } from './import-workbook.ts'
import { roundImport, saveImport } from './save-import.ts'

/** The calls that import products from a workbook, and export them into one. */
export function importRoutes(serve: Serve, { database }: Services) {
  serve(importCalls.uploadProducts, async (context) =>
    saved(await importWorkbook(database, uploadIn(context)), context.request),
  )

  serve(importCalls.previewImport, async (context) => ({
    data: await previewWorkbook(database, uploadIn(context)),
  }))

  serve(importCalls.saveImport, async ({ params, body, actor, request }) =>
    saved(await saveImport(database, { id: requireId(params.id), choices: body, actor }), request),
  )

  serve(importCalls.roundImport, async ({ params, body }) => ({
    data: await roundImport(database, { id: requireId(params.id), ...body }),
  }))

  async function saved(report: ImportReport, request: FastifyRequest) {
    await analyzeImport(database, report.created + report.updated, request.log)
    return { message: summary(report), data: report }
  }

  serve(importCalls.getImport, async ({ params }) => {
    const report = await findImport(database, requireId(params.id))
    if (!report) throw new Refusal('NOT_FOUND')
    return { data: report }
  })

  serve(productCalls.exportProducts, async ({ query, reply }) =>
    sendWorkbook(reply, datedName('productos'), productSheet(database, query)),
  )
}

type Context = Parameters<Handler<typeof importCalls.previewImport>>[0]

function uploadIn({
  files: [file],
  body: { columns = {}, leave, stockReport, recognize },
  actor,
  request,
}: Context): Upload {
  if (!file) throw new Refusal('BAD_INPUT')
  const onCrash = (error: unknown) => request.log.warn(error, 'reading a workbook crashed its process')
  return { file, assigned: new Map(Object.entries(columns)), leave, stockReport, recognize, actor, onCrash }
}

function summary({ created, updated, unchanged, refused }: ImportReport): string {
  return `Importación terminada. Creados: ${created}. Actualizados: ${updated}. Sin cambios: ${unchanged}. Filas con errores: ${refused}.`
}
