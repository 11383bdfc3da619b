import type { UnknownColumns } from '#contract/import-report.ts'
import { productBody } from '#contract/products.ts'
import { readPresentation } from '#domain/presentation.ts'
import { fold } from '#domain/text.ts'
import { type Refusal, refusalAt } from '../../../refusals/refusal.ts'
import { readTable, withHeadings } from '../../../tables/read-table.ts'
import type { ProductColumns } from '../columns/product-headings.ts'
import { joinRows } from '../rows/repeated-rows.ts'
import {
  byPlace,
  PRODUCT_COLUMNS,
  type RefusedRow,
  type Workbook,
  type WorkbookRow,
} from '../rows/workbook-rows.ts'
import type { WorkbookInput, WorkbookPart } from './read-products.ts'

const READER = new URL('./read-products.ts', import.meta.url)

type Known = Partial<Omit<WorkbookInput, 'bytes'>> & {
  /** Called with the assigned columns to remember, also when the file is refused afterwards. */
  onDecided?: (decided: ProductColumns) => void
  onCrash: (error: unknown) => void
}

/**
 * Reads a product workbook in a limited process, and joins the rows of each product.
 *
 * @param reader posts the parts in this process instead, as tests do
 * @throws Refusal BAD_INPUT for an unreadable file; UNKNOWN_COLUMNS with the columns to assign
 */
export async function readWorkbook(
  bytes: Buffer,
  { assigned = new Map(), remembered = new Map(), takesProposals = false, onDecided, onCrash }: Known,
  reader: Parameters<typeof readTable<WorkbookPart, WorkbookInput>>[0] = READER,
): Promise<Workbook> {
  const sheets: Workbook['sheets'] = []
  const rows: WorkbookRow[] = []
  const refused: RefusedRow[] = []
  let { unknown, withoutCodes, proposed }: WorkbookPart = {}
  const onPart = (part: WorkbookPart) => {
    rows.push(...(part.rows ?? []))
    refused.push(...(part.refused ?? []))
    if (part.sheet) sheets.push(part.sheet)
    unknown ??= part.unknown
    withoutCodes ??= part.withoutCodes
    proposed ??= part.proposed
    if (part.decided) onDecided?.(part.decided)
  }
  const refuse = (message: string) => refusalAt('BAD_INPUT', 'fileExcel', message)
  await readTable(reader, { bytes, assigned, remembered, takesProposals }, { onPart, onCrash, refuse })
  if (unknown) throw unknownColumns(unknown)
  joinVariants(rows)
  const joined = joinRows(rows)
  refused.push(...joined.refused)
  return { ...joined, refused: refused.sort(byPlace(sheets)), sheets, withoutCodes, proposed }
}

const CONTENT_AT = PRODUCT_COLUMNS.findIndex(({ field }) => field === 'quantity')
const NAME_AT = PRODUCT_COLUMNS.findIndex(({ field }) => field === 'tradename')

/** Adds the variant to names that occur with several variants. Elsewhere, one such as "500 ml" becomes the content of a row without any. */
function joinVariants(rows: readonly WorkbookRow[]) {
  const variants = new Map<string, Set<string>>()
  const keyOf = ({ fields: { tradename = '', laboratory = '' } }: WorkbookRow) =>
    fold(`${tradename}\n${laboratory}`)
  for (const row of rows) {
    if (row.variant === undefined || !row.fields.tradename) continue
    const known = variants.get(keyOf(row)) ?? new Set()
    variants.set(keyOf(row), known.add(fold(row.variant)))
  }
  for (const row of rows) {
    const { variant, fields } = row
    if (variant === undefined || !fields.tradename) continue
    if ((variants.get(keyOf(row))?.size ?? 0) < 2) {
      const content = { quantity: variant, tradename: '', form: '' }
      if (fields.quantity === undefined && readPresentation(content)) {
        fields.quantity = variant
        row.cells[CONTENT_AT] = variant
      }
      continue
    }
    if (fold(fields.tradename ?? '').includes(fold(variant))) continue
    const { data } = productBody.shape.tradename.safeParse(`${fields.tradename} ${variant}`)
    if (data === undefined) continue
    fields.tradename = data
    row.cells[NAME_AT] = data
  }
}

/** UNKNOWN_COLUMNS for a workbook whose columns somebody has to assign, with the headings that were seen. */
export function unknownColumns({ message, ...data }: UnknownColumns & { message: string }): Refusal {
  const text = withHeadings(message, data.sheets, `${message} La planilla no tiene encabezados.`)
  return refusalAt('UNKNOWN_COLUMNS', 'fileExcel', text, data)
}
