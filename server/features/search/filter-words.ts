import { sql } from 'kysely'
import { searchText } from './search-text.ts'

/** The shop's filters in the words of customers, as `searchText()` writes them, and their conditions on `products`. */
const FILTERS = [
  {
    words: /\b(sin (necesidad de )?receta( medica)?|venta (libre|directa)|de venta libre)\b/,
    matches: sql`not products.prescription and products.sale_hold = 'none'`,
  },
  { words: /\bcon receta( medica)?\b/, matches: sql`products.prescription` },
  { words: /\bbioequivalente?s?\b/, matches: sql`products.bioequivalent` },
  { words: /\bgenerico\b/, matches: sql`products.generic` },
  { words: /\b(en |con )?(oferta|descuento|rebaja)\b/, matches: sql`products.discount > 0` },
]

/** The filters that a search asks for in words, and the search without them: 'antialérgico sin receta'. Undefined without any. */
export function readFilterWords(text: string) {
  const given = searchText(text)
  const asked = FILTERS.filter(({ words }) => words.test(given))
  if (asked.length === 0) return
  const rest = asked.reduce((left, { words }) => left.replace(words, ' '), given)
  return {
    rest: rest.replace(/ +/g, ' ').trim(),
    matches: sql.join(
      asked.map(({ matches }) => matches),
      sql` and `,
    ),
  }
}
