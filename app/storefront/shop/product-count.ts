import { keepTogether } from '#domain/keep-together.ts'
import { formatWhole } from '#domain/price.ts'

/** The number of products in words: `1 producto`, `1.250 productos`. */
export const productCount = (count: number) =>
  count === 1 ? '1 producto' : keepTogether(`${formatWhole(count)} productos`)
