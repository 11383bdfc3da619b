import { useEffect, useState } from 'react'
import { browserApi } from '../../api/client.ts'
import { type CardProduct, ProductCard, toCards } from '../shop/product-card.tsx'

/** The session storage key of the ids of products viewed in this tab. */
const STORAGE_KEY = 'seen'
const MAX_SEEN = 8

/** The ids of the viewed products, latest first. Like all of session storage, they end with the tab and with the logout. */
const readSeen = (): string[] => sessionStorage.getItem(STORAGE_KEY)?.split(',') ?? []

const rememberSeen = (id: string) =>
  sessionStorage.setItem(
    STORAGE_KEY,
    [id, ...readSeen().filter((other) => other !== id)].slice(0, MAX_SEEN).join(),
  )

const MAX_SHOWN = 4

/**
 * The products viewed in this tab, before the product `id` on its page; loaded after the page. Removed and retired products are left
 * out.
 */
export function RecentlySeen({ id }: { id?: string }) {
  const [seen, setSeen] = useState<CardProduct[]>([])
  useEffect(() => {
    const others = readSeen()
      .filter((other) => other !== id)
      .slice(0, MAX_SHOWN)
    if (id) rememberSeen(id)
    const controller = new AbortController()
    const { signal } = controller
    Promise.allSettled(others.map((other) => browserApi.getProduct({ params: { id: other }, signal })))
      .then((answers) =>
        toCards(
          answers.flatMap((answer) =>
            answer.status === 'fulfilled' && !answer.value.data.retired ? [answer.value.data] : [],
          ),
        ),
      )
      .then(
        (cards) => signal.aborted || setSeen(cards),
        () => {},
      )
    return () => controller.abort()
  }, [id])
  if (seen.length === 0) return null
  return (
    <section aria-labelledby="vistos" className="mt-12">
      <h2 id="vistos" className="text-lg">
        Vistos recientemente
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4">
        {seen.map((card) => (
          <ProductCard key={card._id} product={card} heading="h3" />
        ))}
      </ul>
    </section>
  )
}
