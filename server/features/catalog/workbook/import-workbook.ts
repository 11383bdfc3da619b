import type { ProductForm } from '#contract/products.ts'
import type { Db } from '../../../database/schema.ts'
import { displayName } from '../../../http/display-name.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { UploadedFile } from '../../../http/uploads.ts'
import { runLimited } from '../../../spreadsheets/limited-worker.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { type ImportCounts, importProducts, importRunning } from './import-products.ts'
import type { ReadProducts, RowProblem } from './read-products.ts'

const WORKER = new URL('./read-products-worker.ts', import.meta.url)

/** One workbook at a time for each server (each has its own `Db`), because reading one can take 200 MB. */
const reading = new WeakSet<Db>()

/**
 * Imports the products of a workbook (docs/product.md#product-workbook): the valid rows are saved, and each invalid row is
 * reported with its problems.
 *
 * @param onCrash called with the error when a file crashes the worker
 * @throws Refusal BAD_INPUT for an unreadable file or without a valid row; TOO_MANY while another import runs
 */
export async function importWorkbook(
  database: Db,
  { file, actor, onCrash }: { file: UploadedFile; actor: Actor; onCrash: (error: unknown) => void },
): Promise<ImportCounts & { errors: RowProblem[] }> {
  if (reading.has(database)) throw importRunning()
  reading.add(database)
  try {
    const { products, fields, problems } = await read(file.bytes, onCrash)
    if (products.length === 0) throw nothingToSave(problems)
    const counts = await importProducts(database, {
      products,
      fields,
      actor,
      fileName: displayName(file.name, 'Planilla'),
      rejected: new Set(problems.map(({ row }) => row)).size,
    })
    return { ...counts, errors: problems }
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
