/** Units of measurement, which have no dot. */
const UNIT = /^(?:[mk]?g|mcg|grs?|m?l|cc|[cm]?m|kcal|ui|meq)$/
/** Words with capitals in the middle of a sentence. */
const SPELLINGS: Record<string, string> = { ui: 'UI', meq: 'mEq', chile: 'Chile' }
/** Abbreviations without a vowel. Other words without one are acronyms, such as XR. */
const ABBREVIATION = /^(?:gts|cps|cj|tb?s|ds|sp|fr|hrs?|mts?|lts?|grs?|kg|ml|mg|[chnpsx])$/
const SMALL = /^(?:[aeouyx]|de|del|la|el)$/

/**
 * A product's name as a sentence, if it is wholly in capitals: `LOSARTAN POT.50MG.30 COM` becomes
 * `Losartan pot. 50 mg 30 com`. Any other name stays as it is.
 */
export function readableName(name: string): string {
  if (name !== name.toUpperCase() || !/\p{L}{2}/u.test(name)) return name
  return spaced(name.toLowerCase())
    .replace(/\p{L}[\p{L}\d]*/gu, (word, at: number, text: string) =>
      spelled(word, text.slice(0, at), text[at + word.length]),
    )
    .replace(/\p{L}/u, (first) => first.toUpperCase())
}

/** Separates numbers, words and brackets, and leaves out the dots of units. */
const spaced = (text: string) =>
  text
    .replace(/(\d\s*(?:[mk]?g|m?l|[cm]?m))x(?=\d)/g, '$1 x')
    .replace(/(\d)(?=\p{L})/gu, '$1 ')
    .replace(/(?<!\p{L})x(?=\d)/gu, 'x ')
    .replace(/(\p{L}{3})(?=\d)/gu, '$1 ')
    .replace(/([\d/]\s?)(\p{L}+)\./gu, (all, before, word) => (UNIT.test(word) ? `${before}${word} ` : all))
    // The letters of an abbreviation, such as B.E, stay together.
    .replace(
      /(\p{L}\p{L}\.|%\.?)(?=[\p{L}\d])|(\p{L}\.)(?=\d|\p{L}{2})/gu,
      (dotted) => `${dotted.replace('%.', '%')} `,
    )
    .replace(/ ?\+ ?/g, ' + ')
    .replace(/ ?\(/g, ' (')
    .replace(/\)(?=[\p{L}\d])/gu, ') ')
    .replace(/\s+/g, ' ')
    .trim()

/** @param after the character behind the word */
function spelled(word: string, before: string, after = ''): string {
  const upper = word.toUpperCase()
  if (UNIT.test(word) && /[\d/] ?$/.test(before)) return SPELLINGS[word] ?? word
  if (word.length === 1) {
    const isLetter = /(?:vitaminas?|vit\.?|complejo|hepatitis) (?:\p{L}(?:,| y) )*$|\p{L}\.$/u.test(before)
    return isLetter || (after === '.' && word !== 'x') || !(SMALL.test(word) || after === '/') ? upper : word
  }
  if (SPELLINGS[word]) return SPELLINGS[word]
  // A vitamin such as B12, a roman numeral, an acronym.
  if (/^\p{L}\d|^[ivx]+$/u.test(word)) return upper
  if (word.length < 5 && !/[aeiouyáéíóú\d]/.test(word) && after !== '.' && !ABBREVIATION.test(word))
    return upper
  if (/\b(?:labs?\.?|laboratorios?) $/.test(before) && !SMALL.test(word)) return upper[0] + word.slice(1)
  return word
}
