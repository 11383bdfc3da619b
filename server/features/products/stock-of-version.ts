/**
 * The stock to save where somebody read a product's `version` and then typed a stock, if any: sales since then stay taken. Null
 * when somebody else changed the product since, or fewer units than that are left. The product must be locked.
 *
 * @param version as in PRODUCT_FIELDS: the number of changes, and the stock that was shown
 * @returns `counted` where the typed number is another one than was shown
 */
export function stockOfVersion(
  version: string,
  typed: number | undefined,
  current: { version: number; stock: number },
): { saved: number; counted?: number } | null {
  const [, changes, shown] = /^(\d{1,9})-(\d{1,9})$/.exec(version) ?? []
  if (Number(changes) !== current.version) return null
  if (typed === undefined || typed === Number(shown)) return { saved: current.stock }
  const saved = current.stock + typed - Number(shown)
  return saved < 0 ? null : { saved, counted: typed }
}
