import { complaints, synonyms } from '#store'
import { searchText } from './search-text.ts'

/** A term of a search: a word, or a phrase with synonyms. A product matches with the words or any synonym. */
export type Term = {
  words: Word[]
  synonyms: string[][]
  /** Whether the term is a complaint, for which products without a prescription come first. */
  complaint?: true
}

/** A word of a search, as `searchText()` writes it. The last word may not be finished yet. */
export type Word = {
  text: string
  last: boolean
  /** Whether the word is a stop word, which says nothing about a product. */
  stop: boolean
}

/** Words that say nothing about a product. */
const STOP_WORDS = new Set(
  'al con de del el en la las lo los medicamento medicina o para por remedio un y'.split(' '),
)

/** The most words of a search: more don't make it more precise. */
const MAX_WORDS = 12

/** The minimum length of an unfinished word to use the synonyms of the finished one. */
const MIN_UNFINISHED = 4

/** The words of a text without stop words, unless all are stop words or single letters ("s.o."). */
function wordsOf(text: string): string[] {
  const words = searchText(text).split(' ').filter(Boolean)
  if (words.every((word) => word.length === 1)) return words
  const significant = words.filter((word) => !STOP_WORDS.has(word))
  return significant.length > 0 ? significant : words
}

/** The phrases that have synonyms, as words, the longest first. */
const phrases = [
  ...synonyms.map((group) =>
    'words' in group ? { ...group, complaint: false } : { words: group, alsoFind: group, complaint: false },
  ),
  ...complaints.map(({ words, classes, goods }) => ({
    words,
    alsoFind: [...classes, ...goods],
    complaint: true,
  })),
]
  .flatMap(({ words, alsoFind, complaint }) =>
    words.map((phrase) => ({
      words: wordsOf(phrase),
      synonyms: alsoFind.filter((other) => other !== phrase).map(wordsOf),
      complaint,
    })),
  )
  .sort((a, b) => b.words.length - a.words.length)

/** The words of all synonyms, which count as known even if no product has them. */
export const SYNONYM_WORDS: ReadonlySet<string> = new Set(
  phrases.flatMap((phrase) => [...phrase.words, ...phrase.synonyms.flat()]),
)

/** The words of a search without stop words, up to a limit. */
export const significantWords = (text: string): string[] => wordsOf(text).slice(0, MAX_WORDS)

/** Groups significant words into terms. */
export function searchTerms(significant: string[]): Term[] {
  const words = significant.map((word, index, all) => ({
    text: word,
    last: index === all.length - 1,
    stop: STOP_WORDS.has(word),
  }))
  const terms: Term[] = []
  for (let from = 0; from < words.length; ) {
    const found = phrases.filter((phrase) => hasPhraseAt(from, words, phrase.words))
    const length = found[0]?.words.length ?? 1
    // A word may be in several groups.
    const groups = found.filter((phrase) => phrase.words.length === length)
    terms.push({
      words: words.slice(from, from + length),
      synonyms: groups.flatMap((phrase) => phrase.synonyms),
      ...(groups.some(({ complaint }) => complaint) && { complaint: true }),
    })
    from += length
  }
  return terms
}

const hasPhraseAt = (from: number, words: Word[], phrase: string[]) =>
  phrase.every((expected, index) => {
    const word = words[from + index]
    const isBegun = word?.last && word.text.length >= MIN_UNFINISHED && expected.startsWith(word.text)
    return word?.text === expected || isBegun
  })
