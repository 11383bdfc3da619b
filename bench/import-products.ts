import { importCalls } from '#contract/imports.ts'
import { row, workbook } from '#tests/workbooks.ts'
import { openBrowser } from '../drills/browser.ts'
import { memoryOf, resetPeakMemory } from '../drills/processes.ts'
import { formOf } from '../drills/trade.ts'
import { describeProduct } from './fixtures.ts'
import type { Server } from './load.ts'

export type ImportFigures = Record<'rows' | 'previewMs' | 'saveMs' | 'memoryPeak' | 'memoryAfter', number>

/** Uploads a workbook, reads the preview and saves it, as staff do. Every second row is a product of the catalogue with a new price. */
export async function importProducts(
  server: Server,
  token: string,
  { round, rows }: { round: number; rows: number },
): Promise<ImportFigures> {
  const file = await workbook(
    Array.from({ length: rows }, (_, n) => {
      const { tradename, dcm, form, quantity, category, laboratory } = describeProduct(n)
      const isNew = n % 2 === 1
      return row({
        'Código de barras': `${isNew ? `79${round}` : '780'}${String(n).padStart(isNew ? 9 : 10, '0')}`,
        Nombre: isNew ? `${tradename} ${round}` : tradename,
        Categoría: category,
        Laboratorio: laboratory,
        DCM: dcm,
        'Forma farmacéutica': form,
        Cantidad: quantity,
        Precio: 1_000 + n + round,
        Stock: 1_000_000,
      })
    }),
  )
  const browser = openBrowser(server.url, 1, 120_000)
  resetPeakMemory(server.pid)
  const began = performance.now()
  const form = formOf({}, 'fileExcel', file, 'productos.xlsx')
  const preview = await browser.call({ path: importCalls.previewImport.path, token, form })
  const previewMs = performance.now() - began
  const { _id: id = '' } = (preview.body.data ?? {}) as { _id?: string }
  const saved = await browser.call({ path: importCalls.saveImport.path.replace(':id', id), token, json: {} })
  const saveMs = performance.now() - began - previewMs
  browser.close()
  if (saved.status >= 300)
    throw new Error(
      `The import was refused: ${preview.status}, ${saved.status} ${JSON.stringify(saved.body)}`,
    )
  const { now, peak } = memoryOf(server.pid)
  return { rows, previewMs, saveMs, memoryPeak: peak, memoryAfter: now }
}
