import type { Shops } from './open-shops.ts'

/** The lookups so far in the shop's cache of calls or of pages. */
export async function countLookups({ shop }: Shops, cache: 'calls' | 'pages') {
  const text = await (await fetch(shop.metricsUrl)).text()
  const count = (result: string) =>
    Number(new RegExp(`_lookups_total{cache="${cache}",result="${result}"[^}]*} (\\d+)`).exec(text)?.[1] ?? 0)
  const [hits, misses] = [count('hit'), count('miss')]
  return { hits, all: hits + misses }
}
