import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { SHOP_ORDERS } from '#contract/shop-query.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeSupplier } from '#tests/factories.ts'
import { addUpProductCounts } from './add-up-counts.ts'
import { FrequentWords, readFrequentWords } from './frequent-words.ts'
import { listShop } from './list-shop.ts'
import { readVocabulary, Vocabulary } from './vocabulary.ts'

const { database } = await createTestApp()

const CATEGORIES = ['Lociones', 'Comprimidos y cápsulas', 'Piel']
const SUPPLIERS = ['Laboratorio Comprex', 'Lorenz', 'Austral']
const PRODUCTS = 10_400
const BATCH = 800

/** Names that begin alike, in the order of names or not; words in the name of nearly all, or in the DCM of some. */
async function makeCatalogue() {
  const [categories, suppliers] = [[] as string[], [] as string[]]
  for (const name of CATEGORIES) categories.push(await makeCategory(database, name))
  for (const name of SUPPLIERS) suppliers.push(await makeSupplier(database, name))
  for (let from = 0; from < PRODUCTS; from += BATCH)
    await sql`
    insert into products (tradename, category_id, supplier_id, dcm, cost, discount, stock, unit_count, bioequivalent, retired_at)
    select case when n % 83 = 0 then 'Comprimidos' when n % 53 = 0 then 'LO ' || n
        else (array['Loratina', '(Lo) Comprimix', 'Com local', 'Locion', 'Zeta local', 'Lo', 'Crema local', '10 Local'])[1 + n % 8] || ' '
          || n * 7919 % 1000 || case when n % 97 > 0 then ' Comprimidos' else '' end end,
      (${categories}::uuid[])[1 + n % 3], (${suppliers}::uuid[])[1 + n % 5 % 3],
      case when n % 4 = 0 then 'Tabletas 10 mg' when n % 9 = 0 then 'Comprimix' else '' end,
      100 + n * 31 % 900, n % 3 * 10, case when n % 7 > 0 then n % 40 else 0 end, nullif(n % 6, 0) * 10, n % 2 = 0,
      case when n % 200 = 0 then now() end
    from generate_series(${from + 1}::int, ${from + BATCH}::int) n`.execute(database)
  await addUpProductCounts(database)
  await sql`vacuum analyze products`.execute(database)
}

/** The words of the catalogue with what is known of their frequency: nothing, what is right, and a hundred times as much. */
let vocabularies: Vocabulary[]

beforeAll(async () => {
  await makeCatalogue()
  const { rows } = await sql<{ word: string }>`
    select word from search_words order by word collate "C"`.execute(database)
  const words = rows.map(({ word }) => word)
  const known = await readFrequentWords(database)
  expect(known.shareOf('comprimido')).toBeGreaterThan(0.9)
  const many = new FrequentWords(100 * known.products, known.shares)
  vocabularies = [new FrequentWords(0, new Map()), known, many].map(
    (frequent) => new Vocabulary(words, [], frequent),
  )
}, 120_000)

const query = fc.record(
  {
    search: fc.constantFrom(
      ...[
        'l',
        'lo',
        'c',
        'co',
        '1',
        '10',
        'com',
        'comp',
        'comprimidos',
        'comprimix',
        'lor',
        'locion',
        'zeta',
      ],
      ...['comprex', 'lo comprimidos', 'comprimidos 10', 'tableta', 'conprimidos', 'crema lo', 'a', 'local'],
    ),
    category: fc.constantFrom('all', 'all', 'all', 'Lociones', 'Lociones,Piel'),
    supplier: fc.constantFrom('all', 'all', 'all', 'Lorenz'),
    order: fc.constantFrom(undefined, undefined, ...SHOP_ORDERS),
    offset: fc.constantFrom(0, 0, 12, 600, 5_004, 9_996, 10_296),
    facets: fc.boolean(),
    inStock: fc.constant(true),
    maxPrice: fc.constantFrom(200, 990),
  },
  { requiredKeys: ['search', 'category', 'supplier', 'offset'] },
)

const ALL = { category: 'all', supplier: 'all' }
/** Searches that find more than are counted. */
const frequent = ['lo', 'comprimidos'].flatMap((search) => [
  { ...ALL, search, offset: 0, facets: true },
  { ...ALL, search, offset: 600 },
  { ...ALL, search, offset: 9_996 },
  { ...ALL, search, offset: 12, order: 'price' as const },
])

test('a search finds the same in the same order, however frequent its words are believed to be', async () => {
  let withMore = 0
  await fc.assert(
    fc.asyncProperty(query, async ({ order, ...asked }) => {
      const [expected, ...others] = await Promise.all(
        vocabularies.map(async (vocabulary) => {
          const list = { ...asked, limit: 12, ...(order && { order }) }
          return productCalls.listShop.answer.parse({
            data: await listShop(database, list, async () => vocabulary),
          })
        }),
      )
      for (const answer of others) expect(answer).toEqual(expected)
      if (expected!.data.more) withMore += 1
    }),
    { numRuns: 80, examples: frequent.map((asked) => [asked]) },
  )
  expect(withMore).toBeGreaterThanOrEqual(frequent.length)
}, 120_000)

test('a search that finds more than 10,000 products says so, and has facets without it', async () => {
  const read = async (asked: object) =>
    listShop(database, { ...ALL, facets: true, offset: 0, limit: 12, ...asked }, () =>
      readVocabulary(database),
    )
  const [found, all] = [await read({ search: 'comprimidos' }), await read({})]
  expect(found).toMatchObject({ total: 10_000, more: true, facets: all.facets })
  expect(all.total).toBeGreaterThan(10_000)
  expect(all.more).toBeUndefined()
  expect((await read({ search: 'comprimidos', offset: 9_996 })).products).toHaveLength(12)
  // Of fewer products everything is counted.
  const some = await read({ search: 'comprimidos', category: 'Piel' })
  expect(some.total).toBe(some.facets!.categories.top.find(({ name }) => name === 'Piel')!.products)
  expect(some.more).toBeUndefined()
})
