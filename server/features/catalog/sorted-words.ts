/** The place of the first word that isn't before a text, among words in the order of `<`. */
export function firstFrom(words: readonly string[], text: string): number {
  let [from, to] = [0, words.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (words[middle]! < text) from = middle + 1
    else to = middle
  }
  return from
}
