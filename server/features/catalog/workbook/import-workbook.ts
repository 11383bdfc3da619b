import type { ProductForm } from '#contract/products.ts'
import type { Db } from '../../../database/schema.ts'
import { displayName } from '../../../http/display-name.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { UploadedFile } from '../../../http/uploads.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { type ImportCounts, importProducts, importRunning } from './import-products.ts'
import { NO_CATEGORY, NO_LABORATORY } from './product-columns.ts'
import { readWorkbook } from './read-workbook.ts'
import type { ProductField, WorkbookRow } from './workbook-rows.ts'

type RowProblem = { row: number; column: string; message: string }

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

async function read(bytes: Buffer, onCrash: (error: unknown) => void) {
  const { rows, problems } = await readWorkbook(bytes, { onCrash })
  const products = rows.map(asProduct)
  const fields: ProductField[] = [
    'barcode',
    ...new Set(rows.flatMap(({ fields }) => Object.keys(fields) as ProductField[])),
  ]
  return { products, fields, problems }
}

function asProduct({ barcode, fields }: WorkbookRow): ProductForm {
  return {
    barcode,
    tradename: '',
    dcm: '',
    form: '',
    quantity: '',
    bioequivalent: false,
    generic: false,
    prescription: false,
    directSale: false,
    healthRegister: '',
    legalWarning: '',
    category: NO_CATEGORY,
    laboratory: NO_LABORATORY,
    cost: 0,
    discount: 0,
    stock: 0,
    ...fields,
  }
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
