import type { CartLine } from '#contract/cart.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { readableName } from '#domain/readable-name.ts'
import { store } from '#store'
import { Icon } from '../../ui/icons.tsx'
import { type Advice, useProductAdvice } from './use-product-advice.ts'

const NUMBERS = ['', '', 'dos', 'tres', 'cuatro', 'cinco']

/** Creates the formatter on first use, because a page's first ListFormat is slow on a phone. */
const inWords = (words: string[]) =>
  words.length > 1 ? new Intl.ListFormat('es').format(words) : words.join()

/** Advice about the cart: products that need a prescription and how to show it, and repeated active ingredients. */
export function CartAdvice({
  lines,
  loaded,
  className = '',
}: {
  lines: readonly CartLine[]
  /** The advice that the page has loaded already. */
  loaded?: Advice
  className?: string
}) {
  const advice = useProductAdvice(lines, loaded)
  const inCart = new Map(lines.map(({ productId, name }) => [productId, readableName(name)]))
  const prescribed = (advice?.prescription ?? []).flatMap((id) => inCart.get(id) ?? [])
  // A product may have been removed since the advice was loaded.
  const repeated = (advice?.repeated ?? [])
    .map(({ ingredients, products }) => ({
      ingredients,
      count: products.filter((id) => inCart.has(id)).length,
    }))
    .filter(({ count }) => count > 1)
  return (
    <div role="status" className={`grid gap-3 empty:hidden ${className}`}>
      {prescribed.length > 0 && (
        <div className="flex gap-3 rounded-lg bg-amber-pale p-4 text-amber-ink">
          <Icon name="prescription" />
          <div className="min-w-0">
            <p className="[overflow-wrap:anywhere]">
              <strong>Requiere receta médica:</strong> {keepTogether(inWords(prescribed))}
            </p>
            <p className="mt-1">{store.prescription}</p>
          </div>
        </div>
      )}
      {repeated.map(({ ingredients, count }) => (
        <p key={ingredients.join()} className="flex gap-3 rounded-lg bg-mint p-4">
          <Icon name="info" />
          <span>
            Llevas {NUMBERS[count] ?? count} productos con {inWords(ingredients)}. Consulta a tu químico
            farmacéutico.
          </span>
        </p>
      ))}
    </div>
  )
}
