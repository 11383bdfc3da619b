import type { ImportReport } from '#contract/import-report.ts'
import type { Config } from '../../config.ts'
import type { Plan } from './plan-import.ts'
import type { PlannedRow } from './plan-row.ts'

export type ImportRule = Pick<Config['imports'], 'maxRefused' | 'maxRepriced'>

type Counted = Pick<ImportReport, 'repeated'> & { refused: readonly unknown[] }

/** The reasons why a plan isn't saved without a person (docs/product.md#import-folder); none for a plan that follows the rule. */
export function brokenRules(
  { rows }: Pick<Plan, 'rows'>,
  { refused, repeated }: Counted,
  { maxRefused, maxRepriced }: ImportRule,
): string[] {
  const all = rows.length + refused.length + repeated
  const priced = rows.filter(hasOldPrice)
  const repriced = priced.filter(isRepriced)
  return [
    isAbove(refused.length, all, maxRefused) &&
      `${refused.length === 1 ? 'Se rechaza' : 'Se rechazan'} ${number(refused.length)} de ${number(all)} filas (${percentOf(refused.length, all)}); como máximo, ${number(maxRefused)} %.`,
    isAbove(repriced.length, priced.length, maxRepriced) &&
      `${repriced.length === 1 ? 'Cambia' : 'Cambian'} en más de la mitad ${number(repriced.length)} de ${number(priced.length)} precios (${percentOf(repriced.length, priced.length)}); como máximo, ${number(maxRepriced)} %.`,
  ].filter((reason) => reason !== false)
}

const isAbove = (part: number, all: number, percent: number) => part * 100 > all * percent
const number = (count: number) => count.toLocaleString('es-CL')
const percentOf = (part: number, all: number) =>
  `${((part * 100) / all).toLocaleString('es-CL', { maximumFractionDigits: 1 })} %`

/** Whether a row states the price of a product that has one. */
const hasOldPrice = ({ isNew, row, before }: PlannedRow) =>
  !isNew && row.fields.cost !== undefined && before.cost !== 0

function isRepriced({ before, after }: PlannedRow): boolean {
  if (before.cost === undefined || after.cost === undefined) return false
  return Math.abs(after.cost - before.cost) * 2 > before.cost
}
