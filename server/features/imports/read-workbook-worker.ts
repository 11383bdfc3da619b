import { z } from 'zod'
import { runWorkerSide } from '../../spreadsheets/worker-side.ts'
import { readProducts, type WorkbookPart } from './read-products.ts'
import type { KnownColumns } from './resolve-columns.ts'

z.config(z.locales.es())

await runWorkerSide<KnownColumns & { bytes: Uint8Array }, WorkbookPart>(async ({ bytes, ...known }, post) => {
  await readProducts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), known, post)
})
