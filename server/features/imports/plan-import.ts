import { sql } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import type { ImportPart, ImportProblem } from '#contract/import-report.ts'
import type { importCalls } from '#contract/imports.ts'
import { NO_CATEGORY, NO_LABORATORY, type ProductField } from '#contract/product-fields.ts'
import type { Tx } from '../../database/schema.ts'
import { chunks } from './chunks.ts'
import { findNames } from './find-names.ts'
import { findMatches, type Match } from './find-products.ts'
import {
  type KnownNames,
  type Leave,
  type PlannedRow,
  planRow,
  type RowProblem,
  type Rules,
} from './plan-row.ts'
import { columnOf, PRODUCT_COLUMNS } from './product-columns.ts'
import type { RefusedRow, WorkbookRow } from './workbook-rows.ts'

/** The person's choices for saving a preview. */
export type Choices = CallOutput<typeof importCalls.saveImport>['body']

/** The effect of importing rows, before anything is written or locked. */
export type Plan = {
  rows: PlannedRow[]
  problems: ImportProblem[]
  refused: RefusedRow[]
  /** Number of rows that repeat an earlier row of their product. */
  repeated: number
  /** Number of products that won't be for sale: nobody says how, and their ingredient is usually on prescription. */
  held: number
} & Rules

/**
 * Plans an import (docs/product.md#product-workbook). The first valid row of a product counts.
 *
 * @param leave parts of existing products that stay unchanged
 * @param choices absent: all rows, unchanged
 * @throws RangeError for a merge into an unknown name
 */
export async function planImport(
  tx: Tx,
  rows: readonly WorkbookRow[],
  { leave, choices }: { leave: readonly ImportPart[]; choices?: Choices },
): Promise<Plan> {
  const chosen = choices ? applyChoices(rows, choices) : rows
  const names = await findKnownNames(tx, chosen, choices)
  const left: Leave = new Set([...leave, ...(choices?.stock === 'keep' ? (['stock'] as const) : [])])
  const plan: Plan = { rows: [], problems: [], refused: [], repeated: 0, names, leave: left, held: 0 }
  const claims: Claims = new Map()
  for (const chunk of chunks(chosen)) {
    const matches = await findMatches(tx, chunk)
    for (const [index, row] of chunk.entries()) {
      const match = matches[index]!
      const planned = planOne(row, match, plan, claims)
      if (planned === 'repeated') plan.repeated += 1
      else if (Array.isArray(planned)) {
        plan.problems.push(...planned.map((problem) => importProblem(row, problem)))
        plan.refused.push({ sheet: row.sheet, row: row.row, cells: row.cells })
      } else plan.rows.push(planned)
    }
  }
  plan.held = await countHeld(tx, plan.rows)
  return plan
}

async function countHeld(tx: Tx, rows: readonly PlannedRow[]): Promise<number> {
  const texts = rows.flatMap(({ unknown }) => unknown ?? [])
  const { rows: counted } = await sql<{ held: number }>`
    select count(*)::int as held from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as product (tradename text, dcm text)
    where prescribed_ingredient(tradename, dcm) <> ''`.execute(tx)
  return counted[0]!.held
}

/** The first row of each product, by comparison key of its codes and by the product's id. */
type Claims = Map<string, WorkbookRow>

function planOne(row: WorkbookRow, match: Match, rules: Rules, claims: Claims) {
  const planned = planRow(row, match, rules)
  if (Array.isArray(planned)) return planned
  const claimed = [
    ...match.codes.map(({ key }) => `code ${key}`),
    ...match.products.map(({ id }) => `product ${id}`),
  ]
  const earlier = claimed.map((claim) => claims.get(claim)).find((found) => found !== undefined)
  if (!earlier) {
    for (const claim of claimed) claims.set(claim, row)
    return planned
  }
  const problems = repeatedProblems(earlier, row)
  return problems.length === 0 ? 'repeated' : problems
}

/** A problem for each cell that contradicts the product's earlier row. */
function repeatedProblems(earlier: WorkbookRow, row: WorkbookRow): RowProblem[] {
  const differing = PRODUCT_COLUMNS.filter(
    ({ field }) =>
      field !== 'barcode' && row.fields[field] !== undefined && earlier.fields[field] !== row.fields[field],
  )
  const where =
    earlier.sheet === row.sheet
      ? `La fila ${earlier.row}`
      : `La fila ${earlier.row} de la hoja ${earlier.sheet}`
  return differing.map(({ field, header }) => {
    const written = cellOf(earlier, field)
    const says = written ? `dice «${written}»` : 'no dice nada'
    return {
      field,
      reason: 'Código repetido con datos distintos',
      message: `${where} es del mismo producto y ${says} en ${header}. Se usa la primera.`,
    }
  })
}

/** A cell as written. */
function cellOf({ cells }: Pick<WorkbookRow, 'cells'>, field: ProductField): string {
  return cells[PRODUCT_COLUMNS.findIndex((column) => column.field === field)] ?? ''
}

const importProblem = (row: WorkbookRow, { field, reason, message }: RowProblem): ImportProblem => ({
  sheet: row.sheet,
  row: row.row,
  barcode: cellOf(row, 'barcode'),
  name: cellOf(row, 'tradename'),
  column: columnOf(field)?.header ?? field,
  value: cellOf(row, field),
  reason,
  message,
})

/** Leaves out the skipped rows. */
function applyChoices(rows: readonly WorkbookRow[], { skip }: Choices): readonly WorkbookRow[] {
  const skipped = new Set(skip.map(rowKey))
  return skipped.size === 0 ? rows : rows.filter((row) => !skipped.has(rowKey(row)))
}

/** Identifies a row of the workbook. */
export const rowKey = ({ sheet, row }: Pick<WorkbookRow, 'sheet' | 'row'>) => `${row} ${sheet}`

async function findKnownNames(tx: Tx, rows: readonly WorkbookRow[], choices?: Choices): Promise<KnownNames> {
  const categories = new Set([NO_CATEGORY])
  const suppliers = new Set([NO_LABORATORY])
  for (const { fields } of rows) {
    if (fields.category) categories.add(fields.category)
    if (fields.laboratory) suppliers.add(fields.laboratory)
  }
  return {
    categories: await findNames(tx, 'categories', categories, choices?.mergeCategories),
    suppliers: await findNames(tx, 'suppliers', suppliers, choices?.mergeLaboratories),
  }
}
