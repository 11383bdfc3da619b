import { z } from 'zod'
import type { ProductField } from '#contract/product-fields.ts'
import { readProducts } from '#server/features/imports/read-products.ts'
import { gatherWorkbook } from '#server/features/imports/read-workbook.ts'
import type { Assigned } from '#server/features/imports/workbook-rows.ts'

z.config(z.locales.es())

/** Fields by heading keys. */
type Fields = Record<string, ProductField | ''>

/** Reads a product workbook in this process; `readWorkbook` does it in a process of its own, which takes longer to start. */
export const readInProcess = async (
  bytes: Buffer,
  { assigned = {}, remembered = {} }: { assigned?: Fields; remembered?: Fields } = {},
) => {
  const known = {
    assigned: new Map(Object.entries(assigned)),
    remembered: new Map(Object.entries(remembered)),
  }
  let decided: Assigned = new Map()
  const workbook = await gatherWorkbook(
    (onPart) => readProducts(bytes, known, onPart),
    (columns) => {
      decided = columns
    },
  )
  return { ...workbook, decided }
}
