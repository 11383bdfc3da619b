import type { CallOutput } from '#contract/call.ts'
import { type ImportPart, type ImportReport, importPart } from '#contract/import-report.ts'
import type { importCalls } from '#contract/imports.ts'
import { NO_CATEGORY, NO_LABORATORY } from '#contract/product-fields.ts'
import type { Tx } from '../../database/schema.ts'
import { readSaleKnowledge } from '../products/sale-knowledge.ts'
import { findMatches, findNames, type Match } from './find-matches.ts'
import { type KnownNames, type Leave, type PlannedRow, planRow, type Rules } from './plan-row.ts'
import { type Recognized, recognizeRows, type ShopProduct } from './recognize-names.ts'
import { keysOf, problemsOfProduct, rowsOf, settleRepeated } from './repeated-rows.ts'
import {
  byPlace,
  chunks,
  codeOf,
  importProblem,
  type ReadRows,
  type RefusedRow,
  rowKey,
  type WorkbookRow,
} from './workbook-rows.ts'

/** The person's choices for saving a preview. */
export type Choices = CallOutput<typeof importCalls.saveImport>['body']

/** The effect of importing rows, before anything is written or locked; `repeated` counts the rows that a person didn't choose, too. */
export type Plan = Omit<ReadRows, 'rows'> & {
  rows: PlannedRow[]
  /** Rows that aren't imported with these choices, but may be with others: with rounded prices, or recognised by name. */
  waiting: WorkbookRow[]
  /** Whether prices with decimals are rounded. */
  round: boolean
  stockReport: StockReport
  /** The parts that stay unchanged if a stock report may change more than the stock. */
  asked: readonly ImportPart[]
  recognition: Recognition | null
  refuseNear: boolean
  /** Rows without a code that are similar to a product of the shop. */
  pairs: Pair[]
  /** Number of products that won't be for sale, because they may be medicines and their condition of sale is unknown. */
  held: number
} & Rules

/**
 * Plans an import of rows in the order of the file. The first valid row of a product is imported, unless another one is chosen.
 *
 * @param leave parts of existing products that stay unchanged
 * @param stockReport with `stock`, all parts but the stock stay unchanged
 * @param round whether prices with decimals are rounded; else their rows are refused
 * @param mostPriced whether rows without a price are imported, as an earlier plan decided; absent: the rows decide
 * @param recognize how rows without a code are recognised; absent: they are refused
 * @param choices absent: all rows, unchanged
 * @throws Refusal BAD_INPUT for a merge into an unknown name
 */
export async function planImport(
  tx: Tx,
  { rows, problems, refused, sheets, repeated }: ReadRows,
  {
    leave,
    stockReport = null,
    choices,
    round = false,
    mostPriced = hasMostPrices(rows),
    recognize,
  }: PlanOptions,
): Promise<Plan> {
  const chosen = settle(rows, choices)
  const names = await findKnownNames(
    tx,
    chosen.map(({ row }) => row),
    choices,
  )
  const left: Leave = new Set([
    ...(stockReport === 'stock' ? ALL_BUT_STOCK : leave),
    ...(choices?.stock === 'keep' ? (['stock'] as const) : []),
  ])
  const plan: Plan = {
    ...{ rows: [], problems: [...problems], refused: [...refused], sheets, repeated, waiting: [], held: 0 },
    ...{ names, leave: left, stockReport, asked: leave, round, mostPriced },
    ...{ sale: await readSaleKnowledge(tx), trusted: new Set(choices?.trusted) },
    ...{ recognition: recognitionOf(rows, recognize), pairs: [], refuseNear: recognize?.refuseNear === true },
  }
  const recognized =
    recognize?.by === 'name' ? await recognizeRows(tx, rows, recognize.source) : new Map<string, Recognized>()
  const isSame = new Map(choices?.pairs.map((pair) => [rowKey(pair), pair.same]))
  const claims: Claims = new Map()
  for (const chunk of chunks(chosen)) {
    const matches = await findMatches(
      tx,
      chunk.map(({ row }) => row),
      chunk.map(({ read }) => recognized.get(rowKey(read))),
    )
    for (const [index, settled] of chunk.entries()) {
      const key = rowKey(settled.read)
      addRow(plan, settled, matches[index]!, claims, {
        ...recognized.get(key),
        ...{ isSame: isSame.get(key), refuse: plan.refuseNear },
      })
    }
  }
  plan.held = plan.rows.filter(({ held }) => held).length
  plan.problems.sort(byPlace(sheets))
  plan.refused.sort(byPlace(sheets))
  return plan
}

/** How rows without a code are recognised. */
export type Recognize = {
  by: 'code' | 'name'
  /** The list's source, whose earlier decisions count. */
  source: string
  /** Whether the list has a column of codes. */
  hasCodes: boolean
  /** Whether rows that are only similar to a product are refused, because no person can be asked. */
  refuseNear: boolean
}
type Recognition = NonNullable<ImportReport['recognition']>

function recognitionOf(rows: readonly WorkbookRow[], recognize?: Recognize): Recognition | null {
  const without = rows.filter((row) => row.damaged || (codeOf(row) === '' && row.fields.tradename))
  if (!recognize || without.length === 0) return null
  return { by: recognize.by, rows: without.length, hasCodes: recognize.hasCodes }
}

/** A row without a code that is similar to a product, with its effect as the same or another product; null where it would be refused. */
export type Pair = {
  row: WorkbookRow
  product: ShopProduct
  proposed: 'same' | 'other'
  same: PlannedRow | null
  other: PlannedRow | null
}

export type PlanOptions = {
  recognize?: Recognize | undefined
  leave: readonly ImportPart[]
  /** Whether a stock report changes the stock alone; null for another list. */
  stockReport?: StockReport
  choices?: Choices
  round?: boolean | undefined
  mostPriced?: boolean | undefined
}

/** Whether a missing price is still to come and no mistake: at least half of the rows have a price, or most say 0. */
const hasMostPrices = (rows: readonly WorkbookRow[]) =>
  rows.filter(({ fields }) => fields.cost).length * 2 >= rows.length ||
  rows.filter(({ fields }) => fields.cost === 0).length * 2 > rows.length

type Named = Partial<Recognized> & { isSame: boolean | undefined; refuse: boolean }

function addRow(plan: Plan, settled: Settled, match: Match, claims: Claims, named: Named) {
  const { row, read, left, problems } = settled
  if (isPending(row, plan)) return refusePending(plan, read)
  const planned = planOne(row, settlePair(plan, settled, match, named), plan, claims)
  const isPlanned = planned !== 'repeated' && !Array.isArray(planned)
  const mayWait = row.rounded !== undefined || (plan.recognition !== null && codeOf(row) === '')
  // A waiting row is planned again when the preview is saved, and isn't counted twice.
  if (planned === 'repeated') plan.repeated += mayWait ? 0 : 1
  else if (Array.isArray(planned)) {
    plan.problems.push(...planned)
    plan.refused.push(refusedRow(row))
  } else plan.rows.push(read === row ? planned : { ...planned, read })
  if (mayWait && !isPlanned) plan.waiting.push(read)
  plan.problems.push(...problems)
  plan.refused.push(...left.map(refusedRow))
  plan.repeated += settled.repeated
}

/** Settles whether the row is the similar product, as chosen or as proposed; the preview gets both effects. */
function settlePair(
  plan: Plan,
  { row, read }: Settled,
  match: Match,
  { pair, isSame, refuse }: Named,
): Match {
  if (!pair) return match
  if (refuse) return { ...match, products: [], near: pair.product.name }
  const other = { ...match, products: [] }
  const effectOf = (one: Match) => {
    const planned = planRow(row, one, plan)
    return Array.isArray(planned) ? null : planned
  }
  plan.pairs.push({ row: read, ...pair, same: effectOf(match), other: effectOf(other) })
  return (isSame ?? pair.proposed === 'same') ? match : other
}

/** Whether a row needs a choice that nobody made: to round its price, or to recognise its product by name. */
const isPending = ({ rounded, damaged }: WorkbookRow, { round, recognition }: Plan) =>
  (rounded !== undefined && !round) || (damaged !== undefined && recognition?.by !== 'name')

/** Refuses the rows of a product for the decimals of their prices or their damaged codes. */
function refusePending(plan: Plan, first: WorkbookRow) {
  plan.waiting.push(first)
  for (const row of rowsOf(first)) {
    const { rounded, damaged } = row
    plan.refused.push(refusedRow(row))
    if (rounded && !plan.round) plan.problems.push(importProblem(row, { field: 'cost', ...rounded }))
    if (damaged && plan.recognition?.by !== 'name') plan.problems.push(importProblem(row, damaged))
  }
}

const refusedRow = ({ sheet, row, cells }: WorkbookRow): RefusedRow => ({ sheet, row, cells })

/** The first row of each product, by the row's keys, the ids of matching products and the identity. */
type Claims = Map<string, WorkbookRow>

function planOne(row: WorkbookRow, match: Match, rules: Rules, claims: Claims) {
  const planned = planRow(row, match, rules)
  if (Array.isArray(planned)) return planned.map((problem) => importProblem(row, problem))
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

/** The row that is imported for a product. */
type Settled = ReturnType<typeof settleRepeated> & {
  /** The product's first row as read. */
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

/** The parts of existing products that a stock report changes; null for another list. */
type StockReport = ImportReport['stockReport']

/** The parts of existing products that a stock report leaves unchanged. */
const ALL_BUT_STOCK: readonly ImportPart[] = importPart.exclude(['stock']).options
