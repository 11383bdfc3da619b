import type { Shops } from './open-shops.ts'

/** The lookups so far in the shop's response cache. */
export async function countLookups({ shop }: Shops) {
  const text = await (await fetch(shop.metricsUrl)).text()
  const count = (result: string) =>
    Number(new RegExp(`_lookups_total{result="${result}"[^}]*} (\\d+)`).exec(text)?.[1] ?? 0)
  const [hits, misses] = [count('hit'), count('miss')]
  return { hits, all: hits + misses }
}
