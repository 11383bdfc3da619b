import type { CallOutput } from '#contract/call.ts'
import { type ImportPart, type ImportReport, importPart } from '#contract/import-report.ts'
import { importCalls } from '#contract/imports.ts'
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
import { nearProblem, type PlannedRow, planRow, type Rules } from './plan-row.ts'
import { type Recognized, recognizeRows, type ShopProduct } from './recognize-names.ts'

/** A person's choices for a preview. */
export type Choices = CallOutput<typeof importCalls.saveImport>['body']
export const NO_CHOICES: Choices = importCalls.saveImport.body.parse({})

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

/** A row without a code that is similar to a product, with its effect as the same or another product; null where it would be refused. */
export type Pair = {
  row: WorkbookRow
  product: ShopProduct
  proposed: 'same' | 'other'
  same: PlannedRow | null
  other: PlannedRow | null
}

/** The parts of existing products that a stock report leaves unchanged. */
const ALL_BUT_STOCK: readonly ImportPart[] = importPart.exclude(['stock']).options

/**
 * Plans an import of rows in the order of the file. The first valid row of a product is imported, unless another one is chosen.
 *
 * @throws Refusal BAD_INPUT for a merge into an unknown name
 */
export async function planImport(
  tx: Tx,
  { rows, refused, sheets, repeated }: ReadRows,
  options: PlanOptions,
  choices = NO_CHOICES,
): Promise<Plan> {
  const { recognize } = options
  const skipped = new Set(choices.skip.map(rowKey))
  const uses = new Map(choices.repeated.map((choice) => [rowKey(choice), choice.use]))
  const isSame = new Map(choices.pairs.map((pair) => [rowKey(pair), pair.same]))
  const chosen = rows.flatMap((read) =>
    skipped.has(rowKey(read)) ? [] : { read, ...settleRepeated(read, uses.get(rowKey(read))) },
  )
  const written = (field: 'category' | 'laboratory') => chosen.flatMap(({ row }) => row.fields[field] || [])
  const categories = new Set([NO_CATEGORY, ...written('category')])
  const suppliers = new Set([NO_LABORATORY, ...written('laboratory')])
  const uncoded = rows.filter(isUncoded).length
  const plan: Plan = {
    ...{ rows: [], refused: [...refused], sheets, repeated, pairs: [], options },
    names: {
      categories: await findNames(tx, 'categories', categories, choices.mergeCategories),
      suppliers: await findNames(tx, 'suppliers', suppliers, choices.mergeLaboratories),
    },
    mostPriced: options.mostPriced,
    leave: new Set([
      ...(options.stockReport === 'stock' ? ALL_BUT_STOCK : options.leave),
      ...(choices.stock === 'keep' ? (['stock'] as const) : []),
    ]),
    ...{ sale: await readSaleKnowledge(tx), trusted: new Set(choices.trusted) },
    recognition: uncoded === 0 ? null : { by: recognize.by, rows: uncoded, hasCodes: recognize.hasCodes },
  }
  const recognized =
    recognize.by === 'name' ? await recognizeRows(tx, rows, recognize.source) : new Map<string, Recognized>()
  /** The first row of each product, by the row's keys, the ids of matching products and the identity. */
  const claims = new Map<string, WorkbookRow>()
  for (const chunk of chunks(chosen)) {
    const found = chunk.map(({ read }) => recognized.get(rowKey(read)))
    const matches = await findMatches(
      tx,
      chunk.map(({ row }) => row),
      found,
    )
    for (const [at, { read, row, left, repeated }] of chunk.entries()) {
      if (openProblems(row, options).length > 0) {
        plan.refused.push(...rowsOf(read).map((one) => refuse(one, openProblems(one, options))))
        continue
      }
      plan.refused.push(...left)
      plan.repeated += repeated
      const { pair } = found[at] ?? {}
      if (pair && recognize.refuseNear) {
        plan.refused.push(refuse(row, [nearProblem(pair.product.name)]))
        continue
      }
      const asSame = matches[at]!
      const asOther = { ...asSame, products: [] }
      if (pair)
        plan.pairs.push({
          row: read,
          ...pair,
          same: effectOf(asSame, row, plan),
          other: effectOf(asOther, row, plan),
        })
      const match = !pair || (isSame.get(rowKey(read)) ?? pair.proposed === 'same') ? asSame : asOther
      const planned = planRow(row, match, plan)
      if (Array.isArray(planned)) {
        plan.refused.push(refuse(row, planned))
        continue
      }
      const claimed = [
        ...keysOf(row),
        ...match.products.map(({ id }) => `product ${id}`),
        ...(match.identity === undefined ? [] : [`name ${match.identity}`]),
      ]
      const earlier = claimed.map((claim) => claims.get(claim)).find((found) => found !== undefined)
      const problems = earlier ? problemsOfProduct(row, earlier) : []
      if (!earlier) {
        plan.rows.push(planned)
        for (const claim of claimed) claims.set(claim, row)
      } else if (problems.length > 0) plan.refused.push(refuse(row, problems))
      else plan.repeated += 1
    }
  }
  plan.refused.sort(byPlace(sheets))
  return plan
}

/** The problems of a row that a choice would solve: to round its price, or to recognise its product by name. */
const openProblems = ({ rounded, damaged }: WorkbookRow, { round, recognize }: PlanOptions) =>
  [round ? undefined : rounded, recognize.by === 'name' ? undefined : damaged].filter(
    (problem) => problem !== undefined,
  )

function effectOf(match: Match, row: WorkbookRow, rules: Rules) {
  const planned = planRow(row, match, rules)
  return Array.isArray(planned) ? null : planned
}

/** Whether a row may be imported with other choices: with a rounded price, or recognised by name. */
export const mayWait = (row: WorkbookRow) => row.rounded !== undefined || isUncoded(row)

/** Whether a row can only be recognised by its product's name. */
const isUncoded = (row: WorkbookRow) =>
  row.damaged !== undefined || (codeOf(row) === '' && row.fields.tradename !== undefined)

/** Whether a missing price is still to come and no mistake: at least half of the rows have a price, or most say 0. */
export const hasMostPrices = (rows: readonly WorkbookRow[]) =>
  rows.filter(({ fields }) => fields.cost).length * 2 >= rows.length ||
  rows.filter(({ fields }) => fields.cost === 0).length * 2 > rows.length
