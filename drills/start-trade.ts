/** A shop in business: products, registered customers who buy, and an office that delivers and cancels. */
import { addProducts, registerCustomers } from './fill-shop.ts'
import { Ledger } from './ledger.ts'
import { startOffice } from './office.ts'
import { startSelling } from './sell.ts'

type Options = {
  /** Where customers reach the shop. */
  base: string
  /** The shop's migrated, empty database. */
  databaseUrl: string
  customers: number
  /** Milliseconds between two orders of a customer. */
  rest: number
  /** An image for payment proofs; absent: no proofs are uploaded. */
  proof?: Buffer
}

export async function startTrade({ base, databaseUrl, customers, rest, proof }: Options) {
  const products = await addProducts(databaseUrl)
  const accounts = await registerCustomers(base, customers)
  const ledger = new Ledger()
  const opened = performance.now()
  const selling = startSelling({ base, customers: accounts, products, ledger, rest, proof })
  const office = await startOffice(base, ledger)
  return {
    ledger,
    waitForOrders: selling.waitForOrders,
    /** Finishes the orders under way. Returns the longest time without an acknowledged order, in milliseconds. */
    async stop(): Promise<number> {
      const silence = ledger.silence(opened)
      await Promise.all([office.stop(), selling.stop()])
      return silence
    },
  }
}
