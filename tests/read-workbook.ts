import { z } from 'zod'
import type { ProductField } from '#contract/product-fields.ts'
import type { ProductColumns } from '#server/features/imports/columns/product-headings.ts'
import { readProducts } from '#server/features/imports/read/read-products.ts'
import { readWorkbook } from '#server/features/imports/read/read-workbook.ts'

z.config(z.locales.es())

/** Fields by heading keys. */
type Fields = Record<string, ProductField | ''>

/** Reads a product workbook in this process; a process of its own takes longer to start. */
export const readInProcess = async (
  bytes: Buffer,
  { assigned = {}, remembered = {} }: { assigned?: Fields; remembered?: Fields } = {},
) => {
  let decided: ProductColumns = new Map()
  const known = {
    assigned: new Map(Object.entries(assigned)),
    remembered: new Map(Object.entries(remembered)),
    onDecided: (columns: ProductColumns) => {
      decided = columns
    },
    onCrash: (error: unknown) => {
      throw error
    },
  }
  const workbook = await readWorkbook(bytes, known, readProducts)
  return { ...workbook, problems: workbook.refused.flatMap(({ problems }) => problems), decided }
}
