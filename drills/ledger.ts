/** What the customers were told: every acknowledged order, and every request that went wrong. */
import { NoAnswer, type Reply } from './call-server.ts'

export type Line = { productId: string; quantity: number; total: number }
export type Sale = { customer: string; key: string; id: string; number: number; lines: Line[] }

/** Requests that went wrong, by how. */
export type Failures = {
  /** The connection was refused or lost, or nobody answered in time. */
  unanswered: number
  /** Answers of 500 and above. */
  unavailable: number
  /** Refusals that no fault explains: of a cart, of a session. */
  unexpected: number
}

export class Ledger {
  /** By key. */
  readonly sales = new Map<string, Sale>()
  /** What was asked for and never acknowledged, by key. */
  readonly open = new Set<string>()
  /** Statuses that the office was told are set, by order. */
  readonly statuses = new Map<string, string>()
  /** Orders whose payment proof was accepted. */
  readonly proofs = new Set<string>()
  /** Keys whose repeated submit named another order. */
  readonly contradicted = new Set<string>()
  readonly failures: Failures = { unanswered: 0, unavailable: 0, unexpected: 0 }
  /** How often each kind of failure was seen, for whoever looks into it. */
  readonly reasons = new Map<string, number>()
  /** Moments of acknowledged orders, on the clock of `performance.now()`. */
  readonly #moments: number[] = []

  acknowledge(sale: Sale) {
    this.open.delete(sale.key)
    this.#moments.push(performance.now())
    const earlier = this.sales.get(sale.key)
    if (earlier && (earlier.id !== sale.id || earlier.number !== sale.number)) this.contradicted.add(sale.key)
    this.sales.set(sale.key, sale)
  }

  /** Notes an answer that isn't the one hoped for, or that none came. */
  fail(path: string, failure: Reply | NoAnswer) {
    const lost = failure instanceof NoAnswer
    this.failures[lost ? 'unanswered' : failure.status >= 500 ? 'unavailable' : 'unexpected'] += 1
    const how = lost ? failure.code : `${failure.status} ${failure.body.code ?? ''}`.trim()
    const reason = `${path.split('/').at(-1)} ${how}`
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
  }

  /** Orders acknowledged since that moment. */
  salesSince(moment: number): number {
    return this.#moments.length - this.#after(moment)
  }

  /** The first acknowledged order after that moment, on the same clock. */
  firstSaleAfter(moment: number): number | undefined {
    return this.#moments[this.#after(moment)]
  }

  /** The longest time without an acknowledged order between two moments, in milliseconds. */
  silence(from: number, to = performance.now()): number {
    const between = this.#moments.slice(this.#after(from), this.#after(to))
    const edges = [from, ...between, to]
    return Math.round(Math.max(...edges.slice(1).map((edge, at) => edge - edges[at]!)))
  }

  /** Where the moments after this one begin. */
  #after(moment: number): number {
    let at = this.#moments.length
    while (at > 0 && this.#moments[at - 1]! > moment) at -= 1
    return at
  }
}
