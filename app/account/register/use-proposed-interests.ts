import { joinNames } from '#domain/name-list.ts'
import { browserApi } from '../../api/client.ts'
import { findCategories } from '../../api/shown-names.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { readCart } from '../../cart/cart-storage.ts'

/**
 * Ticks the categories of the products in the cart, unless some are ticked by then.
 *
 * @param read the ticked categories, a comma list
 * @returns whether it did
 */
export const useProposedInterests = (
  read: () => string | undefined,
  tick: (names: string) => void,
): boolean =>
  useLoaded(async (signal) => {
    const names = await interestsOfCart()
    if (signal.aborted || !names || read()) return false
    tick(names)
    return true
  }, null) ?? false

/** The most lines of the cart that are looked up. */
const MAX_LINES = 5

/** The interest categories of the products in the cart, as a comma list; empty without any. Whatever can't be loaded is left out. */
async function interestsOfCart(): Promise<string> {
  const lines = readCart().slice(0, MAX_LINES)
  const names = await Promise.all(
    lines.map(({ productId }) =>
      browserApi.getProduct({ params: { id: productId } }).then(
        ({ data }) => data.category,
        () => '',
      ),
    ),
  )
  const offered = await Promise.all([...new Set(names)].filter(Boolean).map(offeredName))
  return joinNames(offered.flat())
}

/** The name, if customers may choose it: neither an inactive category nor one such as 'SIN CLASIFICAR'. */
const offeredName = async (name: string) => {
  const found = await findCategories({ search: name, page: 1, pageSize: 10 }).catch(() => [])
  return found.flatMap((category) => (category.name === name ? [name] : []))
}
