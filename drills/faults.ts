/** Faults one after the other under a shop in business, the time until it sells again after each, and the book. */
import { closeBook } from './ledger.ts'
import { judge, waitFor } from './run-drill.ts'
import type { AppServer } from './start-shop.ts'
import { startTrade, type Trade } from './trade.ts'

export type Fault = {
  name: string
  /** Resolves when the fault is over; a text is printed in the fault's line. */
  play: (trade: Trade) => Promise<unknown>
  /** Whether requests have to fail meanwhile, or mustn't; absent: they may. */
  fails?: boolean
}

/** The most seconds until the shop sells again; longer fails the drill. */
const LONGEST_SECONDS = 120

type Selling = {
  customers: number
  /** Milliseconds between two purchases of a customer, on average. */
  rest: number
  /** Orders before each fault and after the last. */
  orders: number
  /** Where customers reach the servers; absent: at the first one. */
  base?: string
  /** An image to upload as the payment proof of some orders. */
  proof?: Buffer
  /** The most milliseconds of a recovery; absent: any. */
  maxRecoveryMs?: number
  /** Awaited before a fault's line is printed: the rest of the recovery. */
  heal?: () => Promise<unknown>
}

/** Sells while the faults are played, and closes the book. Returns whether it balances, and each fault was got over as it has to be. */
export async function sellThrough(
  faults: Fault[],
  servers: AppServer[],
  { customers, rest, orders, base = servers[0]!.url, proof, maxRecoveryMs = Infinity, heal }: Selling,
): Promise<boolean> {
  const { databaseUrl } = servers[0]!
  const trade = await startTrade({ base, databaseUrl, customers, rest, proof })
  const { ledger, waitForOrders, hasProof } = trade
  const deaths = () => servers.reduce((sum, server) => sum + server.deaths, 0)
  let slowest = 0
  let areRight = true
  for (const { name, play, fails } of faults) {
    await waitForOrders(orders, LONGEST_SECONDS)
    const [began, died, before] = [performance.now(), deaths(), { ...ledger.failures }]
    const note = await play(trade)
    const over = performance.now()
    const sold = await waitFor(`un pedido tras ${name}`, LONGEST_SECONDS, () => ledger.firstSaleAfter(over))
    const recovery = Math.round(sold - over)
    slowest = Math.max(slowest, recovery)
    await heal?.()
    const unanswered = ledger.failures.unanswered - before.unanswered
    const unavailable = ledger.failures.unavailable - before.unavailable
    const figures = [
      `${((performance.now() - began) / 1_000).toFixed(1)} s`,
      `${ledger.salesSince(began)} pedidos`,
      `silencio ${ledger.silence(began)} ms`,
      `${unanswered} sin respuesta`,
      `${unavailable} respuestas 5xx`,
      `${ledger.failures.unexpected - before.unexpected} rechazos`,
      `${deaths() - died} muertes`,
      ...(typeof note === 'string' ? [note] : []),
      `vuelve a vender en ${recovery} ms`,
    ]
    const isRight =
      recovery <= maxRecoveryMs && (fails === undefined || fails === unanswered + unavailable > 0)
    judge(isRight, `${name.padEnd(34)} ${figures.join(' · ')}`)
    areRight &&= isRight
  }
  await waitForOrders(orders, LONGEST_SECONDS)
  const silence = await trade.stop()
  const more = [`vuelve a vender en ${slowest} ms a lo más`, `silencio más largo ${silence} ms`]
  // After a fault, an embedded PostgreSQL may have another address.
  const balances = await closeBook(servers[0]!.databaseUrl, ledger, { deaths: deaths(), hasProof, more })
  return balances && areRight
}
