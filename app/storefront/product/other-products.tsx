import type { Product } from '#contract/products.ts'
import { browserApi } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { type CardProduct, ProductCard, toCard, toCards } from '../shop/product-card.tsx'

/** Other products on a product's page. They load after the page, and a failure is silent. */

const MAX_SHOWN = 4

/** Products that can replace this one, the cheapest per unit first, so that the pharmacy favours none. */
export function Alternatives({ product: { _id: id } }: { product: Product }) {
  const alternatives = useLoaded(async (signal) => {
    const { data } = await browserApi.listAlternatives({ params: { id }, signal })
    return data.slice(0, MAX_SHOWN).map(toCard)
  }, id)
  return (
    <Cards
      id="alternativas"
      title="Otras alternativas con el mismo principio activo"
      products={alternatives}
    />
  )
}

const STORAGE_KEY = 'seen'
const MAX_SEEN = 8

/** The ids of the viewed products, latest first. Like all of session storage, they end with the tab and with the logout. */
const readSeen = (): string[] => sessionStorage.getItem(STORAGE_KEY)?.split(',') ?? []

const rememberSeen = (id: string) =>
  sessionStorage.setItem(
    STORAGE_KEY,
    [id, ...readSeen().filter((other) => other !== id)].slice(0, MAX_SEEN).join(),
  )

/** The products viewed in this tab, before the product `id` on its page. Removed and retired products are left out. */
export function RecentlySeen({ id }: { id?: string }) {
  const seen = useLoaded(async (signal) => {
    const others = readSeen()
      .filter((other) => other !== id)
      .slice(0, MAX_SHOWN)
    if (id) rememberSeen(id)
    const answers = await Promise.allSettled(
      others.map((other) => browserApi.getProduct({ params: { id: other }, signal })),
    )
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.data] : []))
    return toCards(found.filter(({ retired }) => !retired))
  }, id)
  return <Cards id="vistos" title="Vistos recientemente" products={seen} />
}

function Cards({ id, title, products = [] }: { id: string; title: string; products?: CardProduct[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4">
        {products.map((card) => (
          <ProductCard key={card._id} product={card} heading="h3" />
        ))}
      </ul>
    </section>
  )
}
