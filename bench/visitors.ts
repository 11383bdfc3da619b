/** A request of a visitor: the page or the call of a product, a list or a search, chosen by Zipf's law. */
type Visit = { path: string; isPage: boolean }
type Catalogue = { products: string[]; categories: string[]; laboratories: string[]; words: string[] }

/** Returns a generator of numbers from 0 to `count` − 1; the frequency of the n-th is proportional to 1 / n. */
export function zipf(count: number): () => number {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= count; rank += 1) {
    sum += 1 / rank
    sums.push(sum)
  }
  return () => {
    const drawn = Math.random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < drawn) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Simulates visitors: the first request of each is a page, the next ones are the browser's calls. */
export function createVisitors({ products, categories, laboratories, words }: Catalogue): () => Visit {
  const [product, category, laboratory, word, page] = [
    zipf(products.length),
    zipf(categories.length),
    zipf(laboratories.length),
    zipf(words.length),
    zipf(8),
  ]
  const call = (path: string): Visit => ({ path: `/api${path}`, isPage: false })
  const show = (path: string): Visit => ({ path, isPage: true })
  const name = encodeURIComponent
  const list = (chosen: string, by: string, query = '') =>
    call(`/products/category/%20/%20/${chosen}/${by}?page=${1 + page()}&pageSize=12${query}&facets=true`)
  const kinds: [share: number, visit: () => Visit][] = [
    [8, () => show('/')],
    [3, () => call('/products/home')],
    [4, () => show('/tienda')],
    [8, () => show(`/tienda?categoria=${name(categories[category()]!)}`)],
    [3, () => show(`/tienda?buscar=${name(words[word()]!)}`)],
    [5, () => list('all', 'all')],
    [10, () => list(name(categories[category()]!), 'all')],
    [3, () => list('all', name(laboratories[laboratory()]!))],
    [3, () => list('all', 'all', `&search=${name(words[word()]!)}`)],
    [22, () => show(`/descripcion?producto=${products[product()]}`)],
    [14, () => call(`/products/${products[product()]}`)],
    [8, () => call(`/products/${products[product()]}/alternatives`)],
    [5, () => call('/category/menu')],
    [2, () => call('/admin/list-image-carousel')],
    [2, () => show('/sobre-nosotros')],
  ]
  const total = kinds.reduce((sum, [share]) => sum + share, 0)
  return () => {
    let drawn = Math.random() * total
    for (const [share, of] of kinds) {
      drawn -= share
      if (drawn < 0) return of()
    }
    return kinds[0]![1]()
  }
}
