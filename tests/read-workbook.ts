import { z } from 'zod'
import { readProducts } from '#server/features/imports/read-products.ts'
import { gatherWorkbook } from '#server/features/imports/read-workbook.ts'
import type { KnownColumns } from '#server/features/imports/resolve-columns.ts'

z.config(z.locales.es())

/** Reads a product workbook in this process; `readWorkbook` does it in a process of its own, which takes longer to start. */
export const readInProcess = (
  bytes: Buffer,
  { assigned = {}, remembered = {} }: Partial<KnownColumns> = {},
) => gatherWorkbook((onPart) => readProducts(bytes, { assigned, remembered }, onPart))
