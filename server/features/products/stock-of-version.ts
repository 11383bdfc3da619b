/**
 * The stock to save after a person saw a `version` and typed a stock; sales in between stay subtracted. Null when the product was changed
 * meanwhile, or too few units are left. The product must be locked.
 *
 * @param version as in PRODUCT_FIELDS: the number of changes, and the stock that was shown
 * @returns `counted` when the typed number differs from the shown one
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
