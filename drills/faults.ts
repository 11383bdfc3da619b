/** Faults one after the other under a shop in business, and the time until it sells again after each. */
import { waitFor } from './run-drill.ts'
import type { Trade } from './trade.ts'

export type Fault = {
  name: string
  /** Resolves when the fault is over; a text is printed in the fault's line. */
  play: () => Promise<unknown>
  /** Awaited before the line is printed: the rest of the recovery. */
  heal?: () => Promise<unknown>
}

/** The most seconds until the shop sells again; longer fails the drill. */
const LONGEST_SECONDS = 120

type Options = {
  /** Orders before each fault and after the last. */
  orders: number
  deaths: () => number
  /** The most milliseconds of a recovery; absent: any. */
  mostMs?: number
}

/** Plays the faults and ends the selling. Returns whether each recovery was fast enough, with the figures, and each fault's failures. */
export async function playFaults(
  { ledger, waitForOrders, stop }: Trade,
  faults: Fault[],
  { orders, deaths, mostMs }: Options,
) {
  const failed = new Map<string, { unanswered: number; unavailable: number }>()
  let slowest = 0
  for (const { name, play, heal } of faults) {
    await waitForOrders(orders, LONGEST_SECONDS)
    const [began, died, before] = [performance.now(), deaths(), { ...ledger.failures }]
    const note = await play()
    const over = performance.now()
    const sold = await waitFor(`un pedido tras ${name}`, LONGEST_SECONDS, () => ledger.firstSaleAfter(over))
    const recovery = Math.round(sold - over)
    slowest = Math.max(slowest, recovery)
    await heal?.()
    const { unanswered, unavailable, unexpected } = ledger.failures
    const since = {
      unanswered: unanswered - before.unanswered,
      unavailable: unavailable - before.unavailable,
    }
    failed.set(name, since)
    const figures = [
      `${((performance.now() - began) / 1_000).toFixed(1)} s`,
      `${ledger.salesSince(began)} pedidos`,
      `silencio ${ledger.silence(began)} ms`,
      `${since.unanswered} sin respuesta`,
      `${since.unavailable} respuestas 5xx`,
      `${unexpected - before.unexpected} rechazos`,
      `${deaths() - died} muertes`,
      ...(typeof note === 'string' ? [note] : []),
      `vuelve a vender en ${recovery} ms`,
    ]
    console.log(`${name.padEnd(34)} ${figures.join(' · ')}`)
  }
  await waitForOrders(orders, LONGEST_SECONDS)
  const allowed = mostMs === undefined ? 'a lo más' : `de ${mostMs} que se permiten`
  const figures = `vuelve a vender en ${slowest} ms ${allowed}, silencio más largo ${await stop()} ms`
  return { isFast: slowest <= (mostMs ?? slowest), figures, failed }
}
