import { sql } from 'kysely'
import { fold } from '#domain/text.ts'
import type { Db } from '../../database/schema.ts'
import { findsProduct } from './finds-product.ts'
import { searchCondition } from './search-condition.ts'
import { searchTerms, significantWords } from './search-terms.ts'
import { searchText } from './search-text.ts'

/** A brand that the shop doesn't have, as the list of ingredients names it. */
export type Brand = {
  name: string
  ingredient: string
  /** Whether the brand has other active ingredients too. */
  combined: boolean
}

export type FoundBrand = {
  brand: Brand
  /** The search with the ingredient in place of the brand. */
  text: string
  /** Whether the name is the ingredient's in another spelling: amlodipina. */
  isSpelling: boolean
}

/** The most words of a brand's name. */
const MAX_NAME_WORDS = 3
/** The letters from which a brand is found that may still be typed. */
const MIN_BEGUN_LETTERS = 5
/** The first letters that the spellings of an ingredient's name have in common. */
const SPELLING_LETTERS = 5

/** Finds a brand in a search (docs/product.md#search) that the shop doesn't have. */
export async function findBrand(database: Db, search: string): Promise<FoundBrand | undefined> {
  const words = fold(search)
    .split(/[^a-z0-9.,%]+/)
    .filter(Boolean)
  const phrases = words.flatMap((_, from) =>
    Array.from({ length: MAX_NAME_WORDS }, (_, more) => words.slice(from, from + more + 1).join(' ')),
  )
  const last = words.at(-1) ?? ''
  const begun = last.length >= MIN_BEGUN_LETTERS ? sql`starts_with(name, ${last})` : sql`false`
  const { rows } = await sql<Brand>`
    select name, ingredient, combined from ingredient_names
    where (name = any (${phrases}::text[]) or ${begun}) and name <> fold(ingredient)
    order by (name = any (${phrases}::text[])) desc, length(name) desc, name limit 1`.execute(database)
  const brand = rows[0]
  if (!brand) return
  const given = searchText(brand.name)
  if (await findsProduct(database, searchCondition(given, searchTerms(significantWords(given))))) return
  const typed = ` ${words.join(' ')} `
  const exactly = typed.replace(` ${brand.name} `, ` ${fold(brand.ingredient)} `)
  const text = exactly === typed ? typed.replace(` ${last} `, ` ${fold(brand.ingredient)} `) : exactly
  const beginning = (name: string) => fold(name).slice(0, SPELLING_LETTERS)
  return { brand, text: text.trim(), isSpelling: beginning(brand.name) === beginning(brand.ingredient) }
}
