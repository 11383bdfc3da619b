/** The maximum number of parts that are tried: 2¹² sums. */
const MAX_PARTS = 12

/** Two or more of the parts whose amounts add up exactly to a total, with the fewest parts; [] when there are none. */
export function exactSum<Part>(
  parts: readonly Part[],
  amountOf: (part: Part) => number,
  total: number,
): Part[] {
  const search = (from: number, rest: number, count: number): Part[] | null => {
    if (count === 0) return rest === 0 ? [] : null
    for (let at = from; at <= tried.length - count; at += 1) {
      const part = tried[at] as Part
      const others = amountOf(part) <= rest ? search(at + 1, rest - amountOf(part), count - 1) : null
      if (others) return [part, ...others]
    }
    return null
  }
  const tried = parts.filter((part) => amountOf(part) > 0 && amountOf(part) < total).slice(0, MAX_PARTS)
  for (let count = 2; count <= tried.length; count += 1) {
    const found = search(0, total, count)
    if (found) return found
  }
  return []
}
