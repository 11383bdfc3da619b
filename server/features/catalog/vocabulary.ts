import type { Db } from '../../database/schema.ts'
import { sql } from '../../database/sql.ts'
import { type FrequentWords, readFrequentWords } from './frequent-words.ts'
import { firstFrom } from './sorted-words.ts'

/** Words look alike that have so many tenths of their trigrams in common: the threshold of `pg_trgm`. */
const ALIKE_TENTHS = 3
/** Numbers that stand for a letter, or for no letter. */
const LETTERS = 27
/** What a word takes in memory: itself, and its places in the index. */
const WORD_BYTES = 100

/** The words of the catalogue, held in memory so that a search is understood without asking the database. Words never go. */
export class Vocabulary {
  /** In alphabetical order. */
  readonly #words: readonly string[]
  readonly #categories: readonly string[]
  /** How many trigrams each word has. */
  readonly #lengths: Uint8Array
  /** For each trigram where its words begin in `#places`, and then where the last one's end. */
  readonly #starts = new Uint32Array(LETTERS ** 3 + 1)
  /** Places of words in `#words`. */
  readonly #places: Uint32Array
  readonly frequent: FrequentWords

  /**
   * @param words of the letters a to z, in alphabetical order
   * @param categories their names, as `fold()` writes them
   */
  constructor(words: readonly string[], categories: readonly string[], frequent: FrequentWords) {
    this.#words = words
    this.frequent = frequent
    this.#categories = categories.map((name) => ` ${name}`)
    const trigrams = words.map(trigramsOf)
    this.#lengths = Uint8Array.from(trigrams, ({ size }) => size)
    for (const found of trigrams) for (const trigram of found) this.#starts[trigram + 1]! += 1
    for (let trigram = 0; trigram < LETTERS ** 3; trigram += 1)
      this.#starts[trigram + 1]! += this.#starts[trigram]!
    this.#places = new Uint32Array(this.#starts.at(-1)!)
    const next = this.#starts.slice()
    for (const [place, found] of trigrams.entries())
      for (const trigram of found) {
        this.#places[next[trigram]!] = place
        next[trigram]! += 1
      }
  }

  get bytes(): number {
    return this.#words.length * WORD_BYTES
  }

  /** Whether a word of the catalogue, or of a category's name, begins so. */
  hasBeginning(beginning: string): boolean {
    return (
      this.#words[firstFrom(this.#words, beginning)]?.startsWith(beginning) === true ||
      this.#categories.some((name) => name.includes(` ${beginning}`))
    )
  }

  /** The first few words that have a text inside. */
  wordsWith(inside: string, most: number): string[] {
    const found: string[] = []
    for (const word of this.#words) {
      if (found.length === most) break
      if (word.includes(inside)) found.push(word)
    }
    return found
  }

  /** The words that look like a word of the letters a to z; with the same two first letters all of them if it may be unfinished. */
  wordsLike(word: string, unfinished: boolean): string[] {
    const trigrams = trigramsOf(word)
    const shared = new Uint8Array(this.#words.length)
    for (const trigram of trigrams)
      for (let at = this.#starts[trigram]!; at < this.#starts[trigram + 1]!; at += 1)
        shared[this.#places[at]!]! += 1
    const begun = word.slice(0, 2)
    const found: string[] = []
    for (let place = 0; place < shared.length; place += 1) {
      const both = shared[place]!
      if (both === 0) continue
      const like = both * 10 >= ALIKE_TENTHS * (trigrams.size + this.#lengths[place]! - both)
      // Words with the same first letters share trigrams. An unfinished word has too few of the whole one's.
      if (like || (unfinished && this.#words[place]!.startsWith(begun))) found.push(this.#words[place]!)
    }
    return found
  }
}

/** The numbers of a word's trigrams, as `pg_trgm` takes them: two spaces before the word, and one after it. */
function trigramsOf(word: string): Set<number> {
  const found = new Set<number>()
  let trigram = 0
  for (let at = 0; at <= word.length; at += 1) {
    const letter = at < word.length ? word.charCodeAt(at) - 96 : 0
    trigram = (trigram * LETTERS + letter) % LETTERS ** 3
    found.add(trigram)
  }
  return found
}

export async function readVocabulary(database: Db): Promise<Vocabulary> {
  const [{ rows }, frequent] = await Promise.all([
    sql<{ words: string; categories: string[] }>`
      select coalesce((select string_agg(word, ' ' order by word collate "C") from search_words), '') as words,
        array(select name_key from categories) as categories`.execute(database),
    readFrequentWords(database),
  ])
  const { words, categories } = rows[0]!
  return new Vocabulary(words.split(' ').filter(Boolean), categories, frequent)
}
