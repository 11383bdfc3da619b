import { readNumber } from '../read-amounts.ts'
import { fold } from '../text.ts'

/** A strength: in micrograms, or in `ui`, `%` and `meq` as stated; `per` ml or g for a concentration. */
export type Strength = {
  amount: number
  unit: 'mcg' | 'ui' | '%' | 'meq'
  per?: { amount: number; unit: 'ml' | 'g' }
  /** Whether it is stated in grams, as a pack's content is, too. */
  grams?: true
}

const FACTORS: Record<string, [Strength['unit'], number]> = {
  mg: ['mcg', 1_000],
  mgs: ['mcg', 1_000],
  mcg: ['mcg', 1],
  mc: ['mcg', 1],
  ug: ['mcg', 1],
  g: ['mcg', 1_000_000],
  gr: ['mcg', 1_000_000],
  ui: ['ui', 1],
  'u.i': ['ui', 1],
  '%': ['%', 1],
  meq: ['meq', 1],
}
const NUMBER = String.raw`\d+(?:[.,]\d+)*`
const UNIT = String.raw`(?:mgs|mg|mcg|mc|ug|gr|g|ui|u\.i|%|meq)(?![a-z])`
/** Strengths as catalogues write them: "500mg", "875/125 mg", "500 mg/125 mg", perhaps with "/5 ml" behind. */
const STRENGTHS = new RegExp(
  String.raw`(?<!\d|\d[.,])(${NUMBER}(?:\s*${UNIT})?(?:\s*[/+]\s*${NUMBER}(?![\d.,]|\s*(?:ml|g|gr|ds|dosis)(?![a-z]))(?:\s*${UNIT})?)*)\.?(?:\s*\/\s*(${NUMBER})?\s*(ml|g|gr|ds|dosis|cap|comp)(?![a-z]))?`,
  'g',
)
const SINGLE_STRENGTH = new RegExp(String.raw`(${NUMBER})\s*(${UNIT})?`, 'g')

/** The strengths of a text, in their order, and the text without them. */
export function readStrengths(text: string): { strengths: Strength[]; rest: string } {
  const strengths: Strength[] = []
  const rest = fold(text).replace(
    STRENGTHS,
    (whole, list: string, perAmount: string | undefined, perUnit: string | undefined) => {
      const ones = [...list.matchAll(SINGLE_STRENGTH)]
      // "2.5/5ML": the denominator was read as one more strength.
      if (!ones.some(([, , unit]) => unit)) return whole
      const last = ones.findLast(([, , unit]) => unit)?.[2]
      // A number without a unit behind the last unit: "50MG + 12.5".
      if (!ones.at(-1)?.[2]) return whole
      const per =
        perUnit === 'ml' || perUnit === 'g' || perUnit === 'gr'
          ? {
              amount: perAmount ? readNumber(perAmount) : 1,
              unit: perUnit === 'ml' ? ('ml' as const) : ('g' as const),
            }
          : undefined
      for (const [, number = '', own] of ones) {
        const [unit, factor] = FACTORS[own ?? last ?? ''] ?? []
        if (!unit || !factor) continue
        const amount = Math.round(readNumber(number) * factor * 1_000) / 1_000
        strengths.push({ amount, unit, ...(per && { per }), ...(factor === 1_000_000 && { grams: true }) })
      }
      return ' '
    },
  )
  return { strengths, rest }
}

export const sameAmount = (one: Strength, other: Strength) =>
  one.amount === other.amount && one.unit === other.unit

/** The strength's text in an equivalence key; null when it isn't stated in the way that the form needs. */
export function strengthKey(strength: Strength, kind: 'amount' | 'concentration' | 'ampoule'): string | null {
  const { amount, unit, per } = strength
  if (!(amount > 0) || (per && !(per.amount > 0))) return null
  if (kind === 'amount') return per || unit === '%' ? null : `${amount}${unit}`
  if (kind === 'ampoule')
    return unit === '%' ? null : per ? `${amount}${unit}/${per.amount}${per.unit}` : `${amount}${unit}`
  // A strength of 1 % is 10 mg in a millilitre or gram.
  if (unit === '%') return per ? null : `${round(amount * 10_000)}mcg`
  // A strength without a volume only equals strengths stated in the same way.
  return per ? `${round(amount / per.amount)}${unit}` : `${amount}${unit} sin volumen`
}

const round = (number: number) => Math.round(number * 1_000) / 1_000
