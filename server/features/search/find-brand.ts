import { type RawBuilder, sql } from 'kysely'
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
/** The minimum number of letters of an unfinished word to find a brand. */
const MIN_BEGUN_LETTERS = 5
/** The first letters that the spellings of an ingredient's name have in common. */
const SPELLING_LETTERS = 5

const wordsOf = (search: string) =>
  fold(search)
    .split(/[^a-z0-9.,%]+/)
    .filter(Boolean)

/** A query for the {@link Brand} that a search names, as JSON; null without one. */
export function brandNamed(search: string): RawBuilder<Brand | null> {
  const words = wordsOf(search)
  const phrases = words.flatMap((_, from) =>
    Array.from({ length: MAX_NAME_WORDS }, (_, more) => words.slice(from, from + more + 1).join(' ')),
  )
  const last = words.at(-1) ?? ''
  // A range and not `starts_with`, for the index. A name of several words may begin with another product: leche, leche de magnesia.
  const begun =
    last.length >= MIN_BEGUN_LETTERS
      ? sql`or name >= ${last} and name < ${`${last}~`} and strpos(name, ' ') = 0`
      : sql``
  return sql`(
    select json_build_object('name', name, 'ingredient', ingredient, 'combined', combined) from ingredient_names
    where (name = any (${phrases}::text[]) ${begun}) and name <> fold(ingredient)
    order by (name = any (${phrases}::text[])) desc, length(name) desc, name limit 1)`
}

export async function findBrand(database: Db, search: string): Promise<Brand | null> {
  const { rows } = await sql<{ brand: Brand | null }>`select ${brandNamed(search)} as brand`.execute(database)
  return rows[0]!.brand
}

/** Puts the ingredient in place of the brand that a search names, unless the shop has the brand. */
export async function replaceBrand(
  database: Db,
  search: string,
  brand: Brand | null,
): Promise<FoundBrand | undefined> {
  if (!brand) return
  const given = searchText(brand.name)
  if (await findsProduct(database, searchCondition(given, searchTerms(significantWords(given))))) return
  const words = wordsOf(search)
  const last = words.at(-1) ?? ''
  const typed = ` ${words.join(' ')} `
  const exactly = typed.replace(` ${brand.name} `, ` ${fold(brand.ingredient)} `)
  const text = exactly === typed ? typed.replace(` ${last} `, ` ${fold(brand.ingredient)} `) : exactly
  const beginning = (name: string) => fold(name).slice(0, SPELLING_LETTERS)
  return { brand, text: text.trim(), isSpelling: beginning(brand.name) === beginning(brand.ingredient) }
}
