import { Readable } from 'node:stream'
import { importCalls } from '#contract/imports.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { XLSX } from '../../spreadsheets/media-type.ts'
import { analyzeImport } from './analyze-import.ts'
import { exportRefusedRows } from './export-refused.ts'
import { listImports } from './import-history.ts'
import { keepStock } from './keep-stock.ts'
import { undoImport } from './undo-import.ts'

/** The calls of the import history (docs/product.md#import-history). */
export function importHistoryRoutes(serve: Serve, { database }: Services) {
  serve(importCalls.listImports, ({ query }) => listImports(database, query))

  serve(importCalls.exportRefusedRows, async ({ params, reply }) => {
    const workbook = await exportRefusedRows(database, requireId(params.id))
    return reply
      .type(XLSX)
      .header('content-disposition', 'attachment; filename="filas-rechazadas.xlsx"')
      .header('cache-control', 'private, no-store')
      .send(Readable.from(workbook, { objectMode: false }))
  })

  serve(importCalls.keepStock, async ({ params, actor }) => {
    const { report, takenBack, left } = await keepStock(database, { id: requireId(params.id), actor })
    const message = `Productos con el stock como estaba: ${takenBack}.`
    return {
      message: left > 0 ? `${message} Contados después, sin cambios: ${left}.` : message,
      data: report,
    }
  })

  serve(importCalls.undoImport, async ({ params, actor, request }) => {
    const { removedNames, ...data } = await undoImport(database, { id: requireId(params.id), actor })
    const { restored, removed, left } = data
    await analyzeImport(database, restored + removed, request.log)
    const counts = [
      `Restaurados: ${restored}.`,
      `Borrados: ${removed}.`,
      ...(left.length > 0 ? [`Sin cambios: ${left.length}.`] : []),
      ...(removedNames > 0 ? [`Categorías y laboratorios borrados: ${removedNames}.`] : []),
    ]
    return { message: `La importación se deshizo. ${counts.join(' ')}`, data }
  })
}
