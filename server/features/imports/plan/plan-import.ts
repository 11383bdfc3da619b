import type { CallOutput } from '#contract/call.ts'
import { type ImportPart, type ImportReport, importPart } from '#contract/import-report.ts'
import type { importCalls } from '#contract/imports.ts'
import { NO_CATEGORY, NO_LABORATORY } from '#contract/product-fields.ts'
import type { Tx } from '../../../database/schema.ts'
import { readSaleKnowledge } from '../../products/sale-knowledge.ts'
import { keysOf, problemsOfProduct, rowsOf, settleRepeated } from '../rows/repeated-rows.ts'
import {
  byPlace,
  chunks,
  codeOf,
  type ReadRows,
  refuse,
  rowKey,
  type WorkbookRow,
} from '../rows/workbook-rows.ts'
import { findMatches, findNames, type Match } from './find-matches.ts'
import { type KnownNames, type PlannedRow, planRow, type Rules } from './plan-row.ts'
import { type Recognized, recognizeRows, type ShopProduct } from './recognize-names.ts'

export type Choices = CallOutput<typeof importCalls.saveImport>['body']

/** How a list is planned. Its preview stores the options, to be planned again. */
export type PlanOptions = {
  /** Parts of existing products that stay unchanged. */
  leave: readonly ImportPart[]
  /** With `stock`, all parts but the stock stay unchanged; null for a list that is no stock report. */
  stockReport: ImportReport['stockReport']
  /** Whether prices with decimals are rounded; else their rows are refused. */
  round: boolean
  mostPriced: boolean
  recognize: {
    /** How the products of rows without a code are found; `code` refuses these rows. */
    by: 'code' | 'name'
    /** The list's source, whose earlier decisions count. */
    source: string
    hasCodes: boolean
    /** Whether rows that are only similar to a product are refused, because no person can be asked. */
    refuseNear: boolean
  }
}

/** The effect of importing rows, before anything is written or locked; `repeated` counts the rows that a person didn't choose, too. */
export type Plan = Omit<ReadRows, 'rows'> & {
  rows: PlannedRow[]
  pairs: Pair[]
  options: PlanOptions
  recognition: ImportReport['recognition']
} & Rules

/**
 * Plans an import of rows in the order of the file. The first valid row of a product is imported, unless another one is chosen.
 *
 * @param choices absent: all rows, unchanged
 * @throws Refusal BAD_INPUT for a merge into an unknown name
 */
export async function planImport(
  tx: Tx,
  { rows, refused, sheets, repeated }: ReadRows,
  options: PlanOptions,
  choices?: Choices,
): Promise<Plan> {
  const { leave, stockReport, mostPriced, recognize } = options
  const chosen = settle(rows, choices)
  const names = await findKnownNames(
    tx,
    chosen.map(({ row }) => row),
    choices,
  )
  const uncoded = rows.filter(isUncoded).length
  const plan: Plan = {
    ...{ rows: [], refused: [...refused], sheets, repeated, pairs: [] },
    ...{ options, names, mostPriced },
    leave: new Set([
      ...(stockReport === 'stock' ? ALL_BUT_STOCK : leave),
      ...(choices?.stock === 'keep' ? (['stock'] as const) : []),
    ]),
    ...{ sale: await readSaleKnowledge(tx), trusted: new Set(choices?.trusted) },
    recognition: uncoded === 0 ? null : { by: recognize.by, rows: uncoded, hasCodes: recognize.hasCodes },
  }
  const recognized =
    recognize.by === 'name' ? await recognizeRows(tx, rows, recognize.source) : new Map<string, Recognized>()
  const isSame = new Map(choices?.pairs.map((pair) => [rowKey(pair), pair.same]))
  const claims: Claims = new Map()
  for (const chunk of chunks(chosen)) {
    const found = chunk.map(({ read }) => recognized.get(rowKey(read)))
    const matches = await findMatches(
      tx,
      chunk.map(({ row }) => row),
      found,
    )
    for (const [index, settled] of chunk.entries()) {
      const match = settlePair(plan, settled, matches[index]!, found[index]?.pair, isSame)
      addRow(plan, settled, match, claims)
    }
  }
  plan.refused.sort(byPlace(sheets))
  return plan
}

/** Whether a row may be imported with other choices: with a rounded price, or recognised by name. */
export const mayWait = (row: WorkbookRow) => row.rounded !== undefined || isUncoded(row)

/** Whether a row can only be recognised by its product's name. */
const isUncoded = (row: WorkbookRow) =>
  row.damaged !== undefined || (codeOf(row) === '' && row.fields.tradename !== undefined)

/** A row without a code that is similar to a product, with its effect as the same or another product; null where it would be refused. */
export type Pair = {
  row: WorkbookRow
  product: ShopProduct
  proposed: 'same' | 'other'
  same: PlannedRow | null
  other: PlannedRow | null
}

/** Whether a missing price is still to come and no mistake: at least half of the rows have a price, or most say 0. */
export const hasMostPrices = (rows: readonly WorkbookRow[]) =>
  rows.filter(({ fields }) => fields.cost).length * 2 >= rows.length ||
  rows.filter(({ fields }) => fields.cost === 0).length * 2 > rows.length

function addRow(plan: Plan, { row, read, left, repeated }: Settled, match: Match, claims: Claims) {
  if (isPending(row, plan.options)) {
    plan.refused.push(...rowsOf(read).map((one) => refusePending(one, plan.options)))
    return
  }
  const planned = planOne(row, match, plan, claims)
  plan.refused.push(...left)
  plan.repeated += repeated
  if (planned === 'repeated') plan.repeated += 1
  else if (Array.isArray(planned)) plan.refused.push(refuse(row, planned))
  else plan.rows.push(planned)
}

/** Settles whether the row is the similar product, as chosen or as proposed; the preview gets both effects. */
function settlePair(
  plan: Plan,
  { row, read }: Settled,
  match: Match,
  pair: Recognized['pair'],
  isSame: ReadonlyMap<string, boolean>,
): Match {
  if (!pair || isPending(row, plan.options)) return match
  if (plan.options.recognize.refuseNear) return { ...match, products: [], near: pair.product.name }
  const other = { ...match, products: [] }
  const effectOf = (one: Match) => {
    const planned = planRow(row, one, plan)
    return Array.isArray(planned) ? null : planned
  }
  plan.pairs.push({ row: read, ...pair, same: effectOf(match), other: effectOf(other) })
  return (isSame.get(rowKey(read)) ?? pair.proposed === 'same') ? match : other
}

/** Whether a row needs a choice that nobody made: to round its price, or to recognise its product by name. */
const isPending = ({ rounded, damaged }: WorkbookRow, { round, recognize }: PlanOptions) =>
  (rounded !== undefined && !round) || (damaged !== undefined && recognize.by !== 'name')

/** Refuses a row for the decimals of its price or its damaged code. */
const refusePending = (row: WorkbookRow, { round, recognize }: PlanOptions) =>
  refuse(row, [
    ...(row.rounded && !round ? [row.rounded] : []),
    ...(row.damaged && recognize.by !== 'name' ? [row.damaged] : []),
  ])

/** The first row of each product, by the row's keys, the ids of matching products and the identity. */
type Claims = Map<string, WorkbookRow>

function planOne(row: WorkbookRow, match: Match, rules: Rules, claims: Claims) {
  const planned = planRow(row, match, rules)
  if (Array.isArray(planned)) return planned
  const claimed = [
    ...keysOf(row),
    ...match.products.map(({ id }) => `product ${id}`),
    ...(match.identity === undefined ? [] : [`name ${match.identity}`]),
  ]
  const earlier = claimed.map((claim) => claims.get(claim)).find((found) => found !== undefined)
  if (!earlier) {
    for (const claim of claimed) claims.set(claim, row)
    return planned
  }
  const problems = problemsOfProduct(row, earlier)
  return problems.length === 0 ? 'repeated' : problems
}

type Settled = ReturnType<typeof settleRepeated> & {
  read: WorkbookRow
  /** Number of the product's other rows, if a person chose this one. */
  repeated: number
}

/** The row to import for each product, by the choices, without the skipped ones. */
function settle(rows: readonly WorkbookRow[], choices?: Choices): Settled[] {
  const skipped = new Set(choices?.skip.map(rowKey))
  const uses = new Map(choices?.repeated.map((choice) => [rowKey(choice), choice.use]))
  return rows.flatMap((read) => {
    if (skipped.has(rowKey(read))) return []
    const use = uses.get(rowKey(read))
    const repeated = use === undefined ? 0 : rowsOf(read).length - 1
    return [{ ...settleRepeated(read, use), read, repeated }]
  })
}

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

/** The parts of existing products that a stock report leaves unchanged. */
const ALL_BUT_STOCK: readonly ImportPart[] = importPart.exclude(['stock']).options
