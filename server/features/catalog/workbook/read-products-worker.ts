import { z } from 'zod'
import { readCells } from '../../../spreadsheets/read-cells.ts'
import { runWorkerSide } from '../../../spreadsheets/worker-side.ts'
import { type ReadProducts, readProducts } from './read-products.ts'

z.config(z.locales.es())

/** Rows of one message, so that the server handles other requests in between. */
const CHUNK_SIZE = 250

await runWorkerSide<Uint8Array, ReadProducts>(async (bytes, post) => {
  const { fields, products, problems } = readProducts(await readCells(Buffer.from(bytes)))
  post({ fields, products: [], problems: [] })
  for (let from = 0; from < Math.max(products.length, problems.length); from += CHUNK_SIZE) {
    const to = from + CHUNK_SIZE
    post({ fields, products: products.slice(from, to), problems: problems.slice(from, to) })
  }
})
