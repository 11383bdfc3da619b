import type { PrescriptionCondition, SaleCondition } from '../sale-condition.ts'
import { fold } from '../text.ts'
import { type Goods, readGoods } from './goods.ts'
import { conditionOf, type IngredientList, type ListEntry, STRICTNESS } from './ingredient-list.ts'
import { classOfCategory, classOfWord, mayBeIngredient, mildClassOf } from './medicine-classes.ts'
import { type ProductWords, readProductWords, type SaleFacts, wordsOf } from './product-words.ts'

/**
 * Why a product is held: a listed ingredient, a name like one, an ingredient's ending, or its category; `medicine`: nothing shows that it
 * is another good.
 */
export type HoldReason = 'listed' | 'similar' | 'class' | 'category' | 'medicine'

export type SaleAssessment = {
  /** Whether the product stays off sale until its condition is stated. */
  held: boolean
  reason: HoldReason | null
  /** The listed ingredient, or the class of medicines; empty for none. */
  subject: string
  /** The likely condition; null for none. */
  proposal: 'direct' | PrescriptionCondition | null
}

/** The fewest letters of a word that is compared with misspelled ingredients where the product is surely another good. */
const MIN_GOODS_LETTERS = 9

const FREE: SaleAssessment = { held: false, reason: null, subject: '', proposal: null }

/**
 * Tells whether a product without a stated condition of sale may be sold. It is held unless it is a
 * known direct sale, or its name or category says that it is another good: 'Pariet 20' names no ingredient, and is on prescription.
 */
export function assessSale(product: SaleFacts, list: IngredientList): SaleAssessment {
  const words = readProductWords(product)
  const { entries, rest } = list.find(words.words)
  const strictest = strictestOf(entries, words)
  if (strictest) return held('listed', strictest.entry.ingredient, strictest.condition)
  const goods = readGoods(product)
  const isGoods = !isSurelyMedicine(words, goods) && (goods.named === 'sure' || goods.category === 'goods')
  const unlisted = rest.filter((word) => !isGoods || word.length >= MIN_GOODS_LETTERS)
  const similar = strictestOf(
    unlisted.flatMap((word) => list.similar(word) ?? []),
    words,
  )
  if (similar) return held('similar', similar.entry.ingredient, similar.condition)
  const named = isGoods ? undefined : rest.map(classOfWord).find((found) => found !== undefined)
  if (named) return held('class', named.name, named.condition)
  const category = classOfCategory(fold(`${product.therapeuticAction} ${product.category}`))
  const isKnown = entries.length > 0 && !hasUnlistedIngredient(product.dcm, list)
  if (isKnown && !category?.controlled) return FREE
  if (category) return held('category', category.name, category.condition)
  if (isGoods) return FREE
  const mild = mildClassOf(fold(`${product.tradename} ${product.category} ${product.therapeuticAction}`))
  return mild ? held('category', mild, 'direct') : held('medicine', '', null)
}

/** Whether a DCM names an ingredient that the list doesn't have, and that may be on prescription. */
const hasUnlistedIngredient = (dcm: string, list: IngredientList) =>
  dcm.split(/[,;+/]/).some((part) => {
    const words = wordsOf(part)
    return list.find(words).entries.length === 0 && words.some(mayBeIngredient)
  })

/**
 * The listed ingredient on prescription that a product names to the letter, the strictest of several. Imports compare the condition that a
 * file states with it.
 */
export function listedCondition(
  product: SaleFacts,
  list: IngredientList,
): { ingredient: string; condition: PrescriptionCondition; controlled: boolean } | undefined {
  const words = readProductWords(product)
  const found = strictestOf(list.find(words.words).entries, words)
  return (
    found && {
      ingredient: found.entry.ingredient,
      condition: found.condition,
      controlled: found.entry.controlled,
    }
  )
}

export const stricterOf = <One extends SaleCondition, Other extends SaleCondition>(
  one: One,
  other: Other,
): One | Other => (STRICTNESS[other] > STRICTNESS[one] ? other : one)

const held = (reason: HoldReason, subject: string, proposal: SaleAssessment['proposal']): SaleAssessment => ({
  held: true,
  reason,
  subject,
  proposal,
})

function strictestOf(entries: readonly ListEntry[], words: ProductWords) {
  let strictest: { entry: ListEntry; condition: PrescriptionCondition } | undefined
  for (const entry of entries) {
    const condition = conditionOf(entry, words)
    if (condition !== 'direct' && (!strictest || STRICTNESS[condition] > STRICTNESS[strictest.condition]))
      strictest = { entry, condition }
  }
  return strictest
}

/** Forms of medicines; creams, gels, lotions, powders, sachets and sprays are other goods' forms, too. */
const MEDICINE_FORMS = new Set([
  'comprimido',
  'cápsula',
  'supositorio',
  'óvulo',
  'inyectable',
  'parche',
  'ungüento',
  'gotas',
  'inhalador',
  'jarabe',
  'enema',
])

/** Whether a product is a medicine although a word or its category names another good. */
const isSurelyMedicine = ({ forms, hasStrength }: ProductWords, goods: Goods) =>
  goods.hasMedicineRegister ||
  (goods.category === 'medicine' && goods.named !== 'sure') ||
  (hasStrength && forms.some((form) => MEDICINE_FORMS.has(form)))
