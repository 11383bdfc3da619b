import type { ProductForm } from '#contract/products.ts'
import type { Db } from '../../../database/schema.ts'
import { Refusal } from '../../../http/refusal.ts'
import { runLimited } from '../../../spreadsheets/limited-worker.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'
import { type Imported, importing, importProducts } from './import-products.ts'
import type { ReadProducts, RowProblem } from './read-products.ts'

const WORKER = new URL('./read-products-worker.ts', import.meta.url)

/** Servers that read a workbook now: one at a time, since each may take 200 MB. */
const reading = new WeakSet<Db>()

/**
 * Imports the products of a workbook: what can be saved is saved at once, every other row is reported with its reasons
 * (design §2.22).
 *
 * @param log hears of files that break the worker
 * @throws Refusal BAD_INPUT for a file that can't be read or has no row to save, TOO_MANY while another import runs
 */
export async function importWorkbook(
  database: Db,
  bytes: Buffer,
  log: (error: unknown) => void,
): Promise<Imported & { errors: RowProblem[] }> {
  if (reading.has(database)) throw importing()
  reading.add(database)
  try {
    const { products, fields, problems } = await read(bytes, log)
    if (products.length === 0) throw nothingToSave(problems)
    const imported = await importProducts(database, { products, fields })
    return { ...imported, errors: problems }
  } finally {
    reading.delete(database)
  }
}

async function read(bytes: Buffer, onCrash: (error: unknown) => void): Promise<ReadProducts> {
  const products: ProductForm[] = []
  const problems: RowProblem[] = []
  let fields: ReadProducts['fields'] = []
  const onPart = (part: ReadProducts) => {
    fields = part.fields
    products.push(...part.products)
    problems.push(...part.problems)
  }
  try {
    await runLimited<ReadProducts>(WORKER, { input: bytes, onPart, onCrash })
  } catch (error) {
    if (!(error instanceof SpreadsheetRejected)) throw error
    const issues = [{ path: 'fileExcel', message: error.message }]
    throw new Refusal('BAD_INPUT', { message: error.message, issues })
  }
  return { products, fields, problems }
}

function nothingToSave(errors: RowProblem[]) {
  const message =
    errors.length > 0 ? 'Ninguna fila se pudo importar.' : 'La primera hoja no trae productos que importar.'
  return new Refusal('BAD_INPUT', {
    message,
    issues: [{ path: 'fileExcel', message }],
    data: { created: 0, updated: 0, unchanged: 0, errors },
  })
}
