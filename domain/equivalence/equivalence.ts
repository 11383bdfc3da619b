import { type Described, readPresentation } from '../presentation.ts'
import { fold } from '../text.ts'
import { dosageForm } from './dosage-form.ts'
import { ingredientKey, mentionPositions, mentionsOtherIngredient } from './ingredients.ts'
import { readStrengths, type Strength, sameAmount, strengthKey } from './strengths.ts'

type Ingredient = { name: string; strength: Strength | undefined }

/**
 * A key that is equal for products with the same active ingredients, strengths and form, which can replace each other
 * (docs/shop.md#alternatives). Empty when one of the three is unknown, or when the name contradicts the DCM.
 */
export function equivalenceKey(
  product: Described & { dcm: string },
  presentation = readPresentation(product),
): string {
  const { dcm, tradename } = product
  const ingredients = readIngredients(dcm)
  if (!ingredients || isForAnimals(tradename)) return ''
  const named = strengthsOfName(tradename, presentation?.unit === 'g')
  const names = ingredients.map(({ name }) => name)
  if (mentionsOtherIngredient(tradename, names) || namesMoreIngredients(tradename, ingredients.length))
    return ''
  const strengths = matchStrengths(ingredients, named, tradename)
  if (!strengths) return ''
  const perFiveMl = strengths.some(({ per }) => per?.unit === 'ml' && per.amount === 5)
  const form = dosageForm(product, presentation, perFiveMl)
  if (!form) return ''
  const parts = names.map((name, at) => {
    const strength = strengths[at] && strengthKey(strengths[at], form.strength)
    return strength ? `${name} ${strength}` : null
  })
  return parts.includes(null) ? '' : `${parts.sort().join(' + ')}, ${form.name}`
}

/** Whether a name says that the product is for animals: "PIPETA PERRO". */
const isForAnimals = (tradename: string) =>
  /\b(perros?|gatos?|canino|felino|veterinari[oa]|mascotas?)\b/.test(fold(tradename))

/** Whether a name has several ingredients, although the DCM has one: "X PLUS", "X + …" and "X-D". */
const namesMoreIngredients = (tradename: string, count: number) =>
  count === 1 &&
  /[a-z.]\s*\+\s*[a-z]|\b(plus|compuesto|compositum|comb|combi|hct|hctz)\b|[a-z]-d\b/.test(fold(tradename))

/** The ingredients of a DCM without repetitions; null without any, or if an ingredient has two strengths. */
function readIngredients(dcm: string): Ingredient[] | null {
  const found = segments(fold(dcm)).map((segment) => {
    const { strengths, rest } = readStrengths(segment)
    return { name: ingredientKey(rest), strengths }
  })
  if (found.length === 0 || found.length > 8 || found.some(({ name }) => name === '')) return null
  const all = found.flatMap(({ strengths }) => strengths)
  // All strengths may follow the last ingredient: "amoxicilina + ácido clavulánico 875/125 mg".
  const inOrder =
    found.length > 1 && found.at(-1)?.strengths.length === found.length && all.length === found.length
  if (!inOrder && found.some(({ strengths }) => strengths.length > 1)) return null
  const ingredients = new Map<string, Ingredient>()
  for (const [at, { name, strengths }] of found.entries()) {
    const strength = inOrder ? all[at] : strengths[0]
    const known = ingredients.get(name)
    // A DCM may repeat an ingredient: "SERTRALINA 50 MG,SERTRALINA CLORHIDRATO".
    if (known?.strength && strength && !sameAmount(known.strength, strength)) return null
    ingredients.set(name, { name, strength: known?.strength ?? strength })
  }
  return [...ingredients.values()]
}

/** Splits a DCM into its ingredients. A comma or slash between digits belongs to a number. */
function segments(dcm: string): string[] {
  const parts = dcm
    .replace(/\([^)]*\)/g, ' ')
    .split(/(?<!\d),|,(?!\d)|[;+]|\s[ye]\s|\bcon\b|\/\s*(?=[a-z]{4})/)
    .map((part) => part.trim())
    .filter(Boolean)
  // A dash may separate two ingredients: "amoxicilina-clavulánico 875/125 mg".
  const only = parts.length === 1 ? parts[0]?.split('-') : undefined
  return only?.length === 2 && readStrengths(dcm).strengths.length === 2 ? only : parts
}

/** The strengths in a product's name. Grams are the pack's content, unless few enough for a tablet. */
const strengthsOfName = (tradename: string, inGrams: boolean): Strength[] =>
  readStrengths(tradename).strengths.filter(
    ({ amount, unit, grams }) => !grams || (!inGrams && unit === 'mcg' && amount <= 5_000_000),
  )

const sameSet = (some: Strength[], others: Strength[]) =>
  some.every((one) => others.some((other) => sameAmount(one, other))) &&
  others.every((one) => some.some((other) => sameAmount(one, other)))

/** The strength of each ingredient, by the DCM and the name together; null when both leave it open or contradict each other. */
function matchStrengths(ingredients: Ingredient[], named: Strength[], tradename: string): Strength[] | null {
  const missing = ingredients.filter(({ strength }) => !strength)
  const stated = ingredients.flatMap(({ strength }) => strength ?? [])
  const distinct = named.filter((one, at) => named.findIndex((other) => sameAmount(one, other)) === at)
  if (missing.length === 0) {
    // "1 MG, 1 MG" fills a blank and states no strength.
    if (stated.length > 1 && stated.every(({ amount, unit }) => amount === 1_000 && unit === 'mcg'))
      return null
    // A name with fewer strengths than the DCM may belong to a product without the other ingredients.
    if (distinct.length > 0 && !sameSet(distinct, stated)) return null
    // A liquid's name has the millilitres that the DCM leaves out.
    return stated.map((strength) =>
      strength.per ? strength : (named.find((one) => one.per && sameAmount(one, strength)) ?? strength),
    )
  }
  if (ingredients.length === 1) return distinct.length === 1 ? distinct : null
  if (named.length !== ingredients.length) return null
  const rest = [...named]
  for (const strength of stated) {
    const at = rest.findIndex((other) => sameAmount(other, strength))
    if (at < 0) return null
    rest.splice(at, 1)
  }
  if (missing.length === 1) return ingredients.map(({ strength }) => strength ?? rest[0]!)
  if (stated.length > 0) return null
  // The strengths follow the ingredients' order in the name: "LOSARTAN HIDROCLOROTIAZIDA 50/12.5MG".
  const names = ingredients.map(({ name }) => name)
  const places = mentionPositions(tradename, names)
  if (!places) return null
  const order = [...places].sort((one, other) => one - other)
  return places.map((place) => named[order.indexOf(place)]!)
}
