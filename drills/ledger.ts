/** The ledger of a drill: every acknowledged order, and every failed request. */
import { NoAnswer, type Reply } from './call-server.ts'

export type Line = { productId: string; quantity: number; total: number }
export type Sale = { customer: string; key: string; id: string; number: number; lines: Line[] }

/** Numbers of failed requests by kind. */
export type Failures = {
  /** Requests without an answer: the connection was refused or lost, or the time limit passed. */
  unanswered: number
  /** Answers of 500 and above. */
  unavailable: number
  /** Refusals that no fault explains, such as of a cart or a session. */
  unexpected: number
}

export class Ledger {
  /** Acknowledged orders by idempotency key. */
  readonly sales = new Map<string, Sale>()
  /** Idempotency keys of submits without an acknowledgement. */
  readonly open = new Set<string>()
  /** Acknowledged statuses by order. */
  readonly statuses = new Map<string, string>()
  /** Orders whose payment proof was accepted. */
  readonly proofs = new Set<string>()
  /** Idempotency keys whose repeated submit returned another order. */
  readonly contradicted = new Set<string>()
  readonly failures: Failures = { unanswered: 0, unavailable: 0, unexpected: 0 }
  /** Number of failures by kind, for the log. */
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

  /** Records a failed request: an unexpected answer, or none. */
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

  /** The index of the first moment after this one. */
  #after(moment: number): number {
    let at = this.#moments.length
    while (at > 0 && this.#moments[at - 1]! > moment) at -= 1
    return at
  }
}
