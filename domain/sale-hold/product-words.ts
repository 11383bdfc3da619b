import { namedForms } from '../equivalence/dosage-form.ts'
import { readStrengths } from '../equivalence/strengths.ts'
import { fold } from '../text.ts'

/** The facts of a product that tell its usual condition of sale. */
export type SaleFacts = {
  tradename: string
  dcm: string
  category: string
  laboratory: string
  healthRegister: string
  therapeuticAction: string
  form: string
  quantity: string
}

/** How a medicine is applied, as far as direct sale depends on it. */
export const SALE_ROUTES = ['skin', 'eye', 'ear', 'nose', 'vagina', 'injection', 'mouth'] as const
export type SaleRoute = (typeof SALE_ROUTES)[number]

/** Spanish names, for the list of ingredients. */
export const SALE_ROUTE_NAMES: Record<SaleRoute, string> = {
  skin: 'En la piel',
  eye: 'En los ojos',
  ear: 'En los oídos',
  nose: 'En la nariz',
  vagina: 'Vaginal',
  injection: 'Inyectable',
  mouth: 'Por la boca',
}

/** A product's facts in the shape in which they are compared. */
export type ProductWords = {
  /** The words of name and DCM, folded, with digits and units apart: `28 MGRIVAROXABAN` is `28 mg rivaroxaban`. */
  words: string[]
  /** The dosage forms that name, form and quantity state, such as `comprimido`. */
  forms: string[]
  route: SaleRoute
  /** Milligrams; the strengths of name and DCM, without concentrations in percent. */
  milligrams: number[]
  /** Whether a strength in mg, mcg, IU or meq is stated. */
  hasStrength: boolean
  /** Concentrations in percent, as stated. */
  percents: string[]
}

export function readProductWords(product: SaleFacts): ProductWords {
  const { bases, routes } = namedForms(product)
  const { strengths } = readStrengths(`${product.tradename} | ${product.dcm}`)
  // Grams may be the pack's content, unless the DCM states them.
  const masses = strengths.filter(({ unit }) => unit !== '%')
  return {
    words: wordsOf(`${product.tradename} ${product.dcm}`),
    forms: [...new Set([...bases, ...countedForms(product.tradename)])],
    route: routeOf(bases, routes),
    milligrams: masses
      .filter(({ unit, grams }) => unit === 'mcg' && !grams)
      .map(({ amount }) => amount / 1_000),
    hasStrength: masses.some(({ grams }) => !grams),
    percents: strengths.flatMap(({ unit, amount }) => (unit === '%' ? [`${amount} %`] : [])),
  }
}

/** Forms abbreviated behind a number, as in `20.28COM.RE.`, also where the content is unclear. */
const COUNTED: [RegExp, string][] = [
  [/\d ?(x ?)?(co|com|comp|compr|cpr|cp|tab|tabs|tbs|grag|comprimidos?)\b/, 'comprimido'],
  [/\d ?(x ?)?(cap|caps|perlas?)\b/, 'cápsula'],
  [/\d ?(x ?)?(sup|supos)\b/, 'supositorio'],
  [/\d ?(x ?)?(amp|fco ?amp|f ?a|ampollas?)\b/, 'inyectable'],
  [/\d ?(x ?)?(ov|ovulos?)\b/, 'óvulo'],
]
const countedForms = (name: string) => {
  const text = fold(name)
  return COUNTED.flatMap(([pattern, form]) => (pattern.test(text) ? [form] : []))
}

const SKIN_FORMS = ['crema', 'ungüento', 'gel', 'loción', 'champú', 'espuma', 'parche']
const ROUTE_OF: Record<string, SaleRoute> = {
  oftálmico: 'eye',
  ótico: 'ear',
  nasal: 'nose',
  vaginal: 'vagina',
  tópico: 'skin',
}

function routeOf(bases: readonly string[], routes: readonly string[]): SaleRoute {
  if (bases.includes('inyectable')) return 'injection'
  if (bases.includes('óvulo')) return 'vagina'
  const stated = routes.map((route) => ROUTE_OF[route]).find((route) => route !== undefined)
  if (stated) return stated
  return bases.some((base) => SKIN_FORMS.includes(base)) ? 'skin' : 'mouth'
}

const UNITS = [
  'mgr',
  'mg',
  'mcg',
  'ml',
  'ui',
  'gr',
  'g',
  'comprimidos',
  'compr',
  'comp',
  'com',
  'caps',
  'cap',
]

/** The folded words of a text. A word with a unit glued to its front is listed without the unit, too. */
export function wordsOf(text: string): string[] {
  const apart = fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/(\d)(?=[a-z])|([a-z])(?=\d)/g, '$1$2 ')
    .split(' ')
    .filter(Boolean)
  return apart.flatMap((word, at) => {
    if (at === 0 || !/^\d/.test(apart[at - 1]!)) return [word]
    const rests = UNITS.filter((unit) => word.startsWith(unit) && word.length >= unit.length + 5).map(
      (unit) => word.slice(unit.length),
    )
    return [word, ...rests]
  })
}
