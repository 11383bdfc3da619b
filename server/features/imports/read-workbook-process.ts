import { z } from 'zod'
import { runChildSide } from '../../spreadsheets/child-side.ts'
import { readProducts, type WorkbookPart } from './read-products.ts'
import type { KnownColumns } from './workbook-rows.ts'

z.config(z.locales.es())

await runChildSide<KnownColumns & { bytes: Uint8Array }, WorkbookPart>(async ({ bytes, ...known }, send) => {
  await readProducts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), known, send)
})
