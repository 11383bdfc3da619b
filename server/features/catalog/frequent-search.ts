import type { RawBuilder } from 'kysely'
import { MOST_COUNTED, where } from '../../database/list-page.ts'
import type { RowRange } from '../../database/paging.ts'
import { sql } from '../../database/sql.ts'
import type { FrequentWords } from './frequent-words.ts'
import { type Condition, RANKS, wholeWords } from './search-condition.ts'
import type { Term, Word } from './search-terms.ts'
import { onProducts, type ShopFilters } from './shop-filters.ts'
import type { ShopOrder } from './shop-order.ts'

type Sql = RawBuilder<unknown>

/**
 * How a search that probably finds very many products is read: of the best matches, which are few or in an index, all, and of those after
 * them only as many as a page needs, along the order of the list (docs/decisions/044-frequent-searches.md).
 */
export type FrequentSearch = {
  /** The probable part of the products that match, from 0 to 1. */
  share: number
  /** The probable number of the products that match. */
  found: number
  /** Conditions for all matches of a better rank than `next`: what an index finds, and what is then checked. */
  best: { indexed: Sql; checked: Sql[] }
  /** The rank after the best ones. Absent when they are all. */
  next?: number
  /** The search is one or two letters, with which many names begin: their entries of the index are in no other order, and of all places. */
  isLetters: boolean
}

/** @returns undefined for a search that probably doesn't find so many */
export function frequentSearch(
  { text, terms, codes, begins, matches }: Condition,
  words: FrequentWords,
): FrequentSearch | undefined {
  if (codes.length > 0) return undefined
  const share = shareOf(terms, words)
  const found = share * words.products
  if (found <= MOST_COUNTED) return undefined
  if (/^[a-z]{1,2}$/.test(text)) {
    // Such names match in any case: nothing but the index is needed.
    const best = { indexed: begins, checked: [] }
    return { share, found, best, isLetters: true, ...(text.length > 1 && { next: RANKS.otherWord }) }
  }
  const isWholeFrequent = shareOfWhole(terms, words) * words.products > MOST_COUNTED
  return {
    share,
    found,
    isLetters: false,
    best: {
      indexed: isWholeFrequent ? begins : sql`(${begins} or ${wholeWords(terms)})`,
      checked: [matches],
    },
    next: isWholeFrequent ? RANKS.wholeWords : isNumber(terms) ? RANKS.otherWord : RANKS.nameWords,
  }
}

const isNumber = ([first, ...others]: Term[]) =>
  others.length === 0 && first!.words.length === 1 && /^[0-9]/.test(first!.words[0]!.text)

/** The part of the products whose name has all the words whole. */
const shareOfWhole = (terms: Term[], words: FrequentWords) =>
  Math.min(1, ...terms.flatMap((term) => term.words.map(({ text }) => words.shareOf(text))))

/** The part of the products that match; too high where words are seldom together. */
const shareOf = (terms: Term[], words: FrequentWords) =>
  Math.min(
    1,
    ...terms.map((term) => {
      const given = Math.min(...term.words.map((word) => shareOfBeginning(word, words)))
      const others = term.synonyms.map((phrase) => Math.min(...phrase.map((word) => words.shareOf(word))))
      return [given, ...others].reduce((sum, share) => sum + share, 0)
    }),
  )

function shareOfBeginning({ text, last }: Word, words: FrequentWords): number {
  if (last && /^[a-z]{1,2}$/.test(text)) return words.shareOfBeginning(`^${text}`)
  return /^[0-9]/.test(text) || text.length < 3 ? words.shareOf(text) : words.shareOfBeginning(text)
}

/** Matches may be further apart at some place of the order than they are on average. */
const SLACK = 3
/** So many times as long as an entry of an index takes a product of the table. */
const ROW_COST = 5

const isPlaced = ({ category, supplier }: ShopFilters) => category !== null || supplier !== null

/** Whether a page is read sooner as a frequent search. */
export const isFrequent = ({ isLetters }: FrequentSearch, filters: ShopFilters, order: ShopOrder) =>
  !isLetters || !(isPlaced(filters) || order === 'name')

/** The parts of a statement that reads a page of a frequent search. */
export type FrequentRead = {
  opening: Sql
  /** The products of the page and those before it. Some are missing where the matches are far apart. */
  source: Sql
  /** The number of matches, counted up to {@link MOST_COUNTED} + 1. */
  total: Sql
}

/**
 * @param rank absent for an order that has none
 * @param order of the products, of those of the same rank if there is one
 */
export function readFrequent(
  search: FrequentSearch,
  { matches, rank }: { matches: Sql; rank: Sql | undefined },
  filters: ShopFilters,
  { offset, limit }: RowRange,
  order: Sql,
): FrequentRead {
  const { share, found, best, next } = search
  const wanted = offset + limit
  const total = countFrequent(search, matches, filters)
  // Where all that is found is read sooner, nothing is: the page is not whole then. The planner needs a literal, and each number is a
  // statement of its own: so there are few of them.
  const read =
    wanted / share > found ? 0 : 2 ** Math.ceil(Math.log2(Math.min((SLACK * wanted) / share, found)))
  const along = sql`(select * from products ${where(onProducts(filters))} order by ${order} limit ${sql.lit(read)}) products`
  if (!rank) return { opening: sql``, source: sql`${along} ${where([matches])}`, total }
  const keys = sql`select products.id, products.sort_key, ${rank} as rank`
  const rest = sql`
    select * from (${keys} from ${along} ${where([matches])}) products where rank = ${sql.lit(next ?? null)}
    limit greatest(0, ${wanted}::int - (select count(*) from best))`
  return {
    opening: sql`with best as materialized (${keys} from (
      select * from products ${where([best.indexed, ...onProducts(filters)])} offset 0) products ${where(best.checked)})`,
    source: next === undefined ? sql`best products` : sql`(select * from best union all (${rest})) products`,
    total: sql`case when (select count(*) from best) > ${sql.lit(MOST_COUNTED)} then ${sql.lit(MOST_COUNTED + 1)} else (${total}) end`,
  }
}

function countFrequent({ share, found }: FrequentSearch, matches: Sql, filters: ShopFilters): Sql {
  const conditions = onProducts(filters)
  // A place has few of the products, and of what nearly all products have the first ones are enough: the index of the words would find all
  // of it before the first one is counted.
  const isNearlyAll = (ROW_COST * MOST_COUNTED) / share < found
  const products =
    isPlaced(filters) || isNearlyAll
      ? sql`(select * from products ${where(conditions)} offset 0) products ${where([matches])}`
      : sql`products ${where([matches, ...conditions])}`
  return sql`select count(*)::int from (select from ${products} limit ${sql.lit(MOST_COUNTED + 1)}) found`
}
