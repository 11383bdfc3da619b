import { importCalls } from '#contract/imports.ts'
import { multipart } from '#tests/images.ts'
import { row, workbook } from '#tests/workbooks.ts'
import { cpuOf, memoryOf, resetPeakMemory } from '../drills/processes.ts'
import { describeProduct } from './fixtures.ts'
import type { Server } from './load.ts'

export type ImportFigures = {
  rows: number
  previewMs: number
  saveMs: number
  serverCpuMs: number
  memoryPeak: number
  memoryAfter: number
}

type Import = { round: number; rows: number }

/** Makes a workbook: every second row is a product of the catalogue with a new price, the others are new products. */
async function makeWorkbook({ round, rows: count }: Import): Promise<Buffer> {
  const rows = Array.from({ length: count }, (_, n) => {
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
  })
  return workbook(rows)
}

/** Uploads a workbook, reads the preview and saves it, as staff do. */
export async function importProducts(server: Server, token: string, what: Import): Promise<ImportFigures> {
  const form = multipart({}, ['fileExcel', await makeWorkbook(what), 'productos.xlsx'])
  const call = async (path: string, request: RequestInit) => {
    const before = performance.now()
    const answer = await fetch(`${server.url}/api${path}`, { ...request, method: 'POST' })
    const body = (await answer.json()) as { data: { _id: string } }
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${JSON.stringify(body)}`)
    return { ms: performance.now() - before, body }
  }
  resetPeakMemory(server.pid)
  const cpuBefore = cpuOf(server.pid)
  const headers = { 'x-access-token': token }
  const preview = await call(importCalls.previewImport.path, { headers, body: form })
  const save = await call(importCalls.saveImport.path.replace(':id', preview.body.data._id), {
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  const { now, peak } = memoryOf(server.pid)
  return {
    rows: what.rows,
    previewMs: preview.ms,
    saveMs: save.ms,
    serverCpuMs: cpuOf(server.pid) - cpuBefore,
    memoryPeak: peak,
    memoryAfter: now,
  }
}
