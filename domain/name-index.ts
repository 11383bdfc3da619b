import { isSameName, isSimilarName, mayBeSameWord, type NameWords } from './compare-names.ts'

/** A name of the index that a payer's words match, surely (`isSame`) or perhaps, and the items that were added under it. */
export type FoundName<Item> = { isSame: boolean; items: readonly Item[] }

/** Finds items by their persons' names, as payers' banks write them. Equal names are compared once. */
export class NameIndex<Item> {
  #names = new Map<string, { name: NameWords; items: Item[] }>()
  #byWord = new Map<string, Set<string>>()
  /** The words by their first and by their last letter: one slip never changes both. */
  #byLetter = new Map<string, Set<string>>()
  #found = new Map<string, FoundName<Item>[]>()
  #similarWords = new Map<string, string[]>()

  add(name: NameWords, item: Item) {
    const words = [...name.given, ...name.last]
    const key = [name.given.join(' '), name.last.join(' ')].join()
    const known = this.#names.get(key)
    if (known) known.items.push(item)
    else this.#names.set(key, { name, items: [item] })
    for (const word of words) {
      addTo(this.#byWord, word, key)
      for (const letter of lettersOf(word)) addTo(this.#byLetter, letter, word)
    }
  }

  /** The names that the words may be. Answers are cached: add all names before the first call. */
  find(words: readonly string[]): FoundName<Item>[] {
    return remember(this.#found, words.join(' '), () => {
      const shared = new Map<string, number>()
      for (const word of words)
        for (const key of this.#namesWith(word)) shared.set(key, (shared.get(key) ?? 0) + 1)
      return [...shared].flatMap(([key, count]) => {
        const known = count >= 2 ? this.#names.get(key) : undefined
        if (!known) return []
        const isSame = isSameName(words, known.name)
        return isSame || isSimilarName(words, known.name) ? [{ isSame, items: known.items }] : []
      })
    })
  }

  #namesWith(word: string): Set<string> {
    const similar = remember(this.#similarWords, word, () => {
      const words = new Set(lettersOf(word).flatMap((letter) => [...(this.#byLetter.get(letter) ?? [])]))
      return [...words].filter((other) => mayBeSameWord(word, other))
    })
    return new Set(similar.flatMap((other) => [...(this.#byWord.get(other) ?? [])]))
  }
}

const lettersOf = (word: string) => [`${word[0]}-`, `-${word.at(-1)}`]

const addTo = <Item>(map: Map<string, Set<Item>>, key: string, item: Item) =>
  map.set(key, (map.get(key) ?? new Set()).add(item))

function remember<Value>(map: Map<string, Value>, key: string, compute: () => Value): Value {
  const known = map.get(key)
  if (known) return known
  const value = compute()
  map.set(key, value)
  return value
}
