import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CartLine } from '#contract/cart.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { readableName } from '#domain/readable-name.ts'
import { prescriptionInstructions } from '#domain/sale-condition.ts'
import { store } from '#store'
import { browserApi } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Banner } from '../../ui/banner.tsx'

export type Advice = CallAnswer<Calls['productAdvice']>['data']

const productsOf = (lines: readonly CartLine[]) =>
  lines
    .map(({ productId }) => productId)
    .sort()
    .join()

async function load(products: string, signal?: AbortSignal): Promise<Advice | undefined> {
  return products ? (await browserApi.productAdvice({ query: { products }, signal })).data : undefined
}

/** The advice about a cart's products; undefined for an empty cart, and when the call fails. */
export const loadAdvice = (lines: readonly CartLine[]) => load(productsOf(lines)).catch(() => undefined)

const NUMBERS = ['', '', 'dos', 'tres', 'cuatro', 'cinco']

/** Creates the formatter on first use, because a page's first ListFormat is slow on a phone. */
const inWords = (words: string[]) =>
  words.length > 1 ? new Intl.ListFormat('es').format(words) : words.join()

function Prescribed({ lines }: { lines: readonly CartLine[] }) {
  // A line that was stored before its condition was known counts as simple.
  const retained = lines.filter(({ saleCondition }) => saleCondition === 'retained')
  const simple = lines.filter((line) => !retained.includes(line))
  const groups = [['simple', simple] as const, ['retained', retained] as const].filter(
    ([, { length }]) => length,
  )
  const isMixed = groups.length > 1
  const namesOf = (some: readonly CartLine[]) =>
    keepTogether(inWords(some.map(({ name }) => readableName(name))))
  return (
    <>
      <p>
        <strong>Requiere receta médica{!isMixed && ':'}</strong>
        {!isMixed && ` ${namesOf(lines)}`}
      </p>
      {groups.map(([condition, some]) => (
        <p key={condition}>
          <strong>{prescriptionInstructions(condition)}</strong>
          {isMixed && ` (${namesOf(some)})`}
        </p>
      ))}
    </>
  )
}

/**
 * Advice about the cart: products that need a prescription and how to show it, and repeated active ingredients. Loaded after the
 * page and again when the products change; a failure keeps the last advice.
 */
export function CartAdvice({
  lines,
  loaded,
  covered = [],
  className = '',
}: {
  lines: readonly CartLine[]
  loaded?: Advice
  /** The ids of the products that a lasting prescription covers. */
  covered?: readonly string[]
  className?: string
}) {
  const products = productsOf(lines)
  const advice = useLoaded((signal) => load(products, signal), products) ?? loaded
  const inCart = new Set(lines.map(({ productId }) => productId))
  const prescribed = lines.filter(
    ({ productId }) => advice?.prescription.includes(productId) && !covered.includes(productId),
  )
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
        <Banner tone="yellow" icon="prescription">
          <Prescribed lines={prescribed} />
          <p>{store.prescription}</p>
        </Banner>
      )}
      {repeated.map(({ ingredients, count }) => (
        <Banner key={ingredients.join()} icon="info">
          <p>
            Llevas {NUMBERS[count] ?? count} productos con {inWords(ingredients)}. Consulta a tu químico
            farmacéutico.
          </p>
        </Banner>
      ))}
    </div>
  )
}
