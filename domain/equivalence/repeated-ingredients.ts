import { commonIngredients } from './ingredients.ts'

type Product = { id: string; dcm: string; tradename: string }

/** Ingredients that the same two or more products share, as written. */
export type Repetition = { ingredients: string[]; products: string[] }

/** The common active ingredients that more than one of these products has, under any name and in any strength. */
export function repeatedIngredients(products: readonly Product[]): Repetition[] {
  const found = new Map<string, { name: string; products: string[] }>()
  for (const product of products)
    for (const [key, name] of commonIngredients(product)) {
      const known = found.get(key)
      known?.products.push(product.id)
      // Of two spellings, the one with accents is better Spanish.
      if (!known) found.set(key, { name, products: [product.id] })
      else if (isPlain(known.name)) known.name = name
    }
  const repeated = [...found.values()].filter(({ products }) => products.length > 1)
  const bySet = Map.groupBy(repeated, ({ products }) => products.join())
  return [...bySet.values()].map((group) => ({
    ingredients: group.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'es')),
    products: group[0]!.products,
  }))
}

const isPlain = (text: string) => /^[a-z ]*$/.test(text)
