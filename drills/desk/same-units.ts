/** Shop and cash desk sell the same units at the same moment. */
import { rush } from '../load/rush.ts'
import { withClient } from '../with-client.ts'
import { openCashDesk } from './cash-desk.ts'

type Options = {
  base: string
  databaseUrl: string
  token: string
  units: number
  /** Buyers of the shop, and sales at the counter, each of one unit. */
  buyers: number
  counter: number
}

/** Cash desks, each with four calls under way. */
const DESKS = 5
const PARALLEL = 4

const BARCODE = '7910000000017'

export async function sellSameUnits({ base, databaseUrl, token, units, buyers, counter }: Options) {
  const desks = await Promise.all(Array.from({ length: DESKS }, () => openCashDesk(base, token)))
  const statuses: string[] = []
  const openCounter = async (productId: string) => {
    await withClient(databaseUrl, (client) =>
      client.query('update products set barcode = $1 where id = $2', [BARCODE, productId]),
    )
    let left = counter
    const serve = async (desk: (typeof desks)[number]) => {
      while (left > 0) {
        left -= 1
        const [result] = await desk.send([{ barcode: BARCODE, stockChange: -1 }])
        statuses.push(result!.status)
      }
    }
    return () => Promise.all(desks.flatMap((desk) => Array.from({ length: PARALLEL }, () => serve(desk))))
  }
  const shop = await rush({ base, databaseUrl, buyers, stock: units, rival: openCounter })
  for (const desk of desks) desk.close()
  return { shop, counter: statuses.filter((status) => status === 'saved').length }
}
