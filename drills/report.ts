/** The output of a drill: a line per fault, and the book in one line. */
import type { Book } from './book.ts'
import type { Failures, Ledger } from './ledger.ts'

export type Observed = { moment: number; failures: Failures; deaths: number }

/** The state before a fault, for {@link printStep}. */
export const observe = (ledger: Ledger, deaths: number): Observed => ({
  moment: performance.now(),
  failures: { ...ledger.failures },
  deaths,
})

/** Prints one line about the time since `before`, followed by `more`. */
export function printStep(
  name: string,
  ledger: Ledger,
  before: Observed,
  now: Observed,
  more: string[] = [],
) {
  const since = (kind: keyof Failures) => now.failures[kind] - before.failures[kind]
  const figures = [
    `${((now.moment - before.moment) / 1000).toFixed(1)} s`,
    `${ledger.salesSince(before.moment)} pedidos`,
    `silencio ${ledger.silence(before.moment, now.moment)} ms`,
    `${since('unanswered')} sin respuesta`,
    `${since('unavailable')} respuestas 5xx`,
    `${since('unexpected')} rechazos`,
    `${now.deaths - before.deaths} muertes`,
    ...more,
  ]
  console.log(`${name.padEnd(34)} ${figures.join(' · ')}`)
}

/** Whether the book balances: no order lost or duplicated, and no server died. */
export function isClean(book: Book, ledger: Ledger, deaths: number): boolean {
  const { lost, duplicated, unbalanced, wrongTotals, mails, wrongStatuses, proofs, unacknowledged } = book
  const wrong = [lost, duplicated, unbalanced, wrongTotals, mails.missing, wrongStatuses, proofs.lost, deaths]
  return (
    book.acknowledged > 0 &&
    [...wrong, unacknowledged, ledger.open.size, ledger.failures.unexpected].every((figure) => figure === 0)
  )
}

/** Prints the last line of a drill, and returns its verdict. */
export function printVerdict(holds: boolean, figures: string[]): boolean {
  console.log(`${holds ? 'CUADRA' : 'NO CUADRA'}: ${figures.join(' · ')}`)
  return holds
}

/** Prints the book in one line, and returns whether it balances. */
export function printBook(
  book: Book,
  ledger: Ledger,
  { silence, deaths }: { silence: number; deaths: number },
) {
  const clean = isClean(book, ledger, deaths)
  const statuses = Object.entries(book.statuses).map(([status, orders]) => `${orders} ${status}`)
  const { failures } = ledger
  printVerdict(clean, [
    `${book.acknowledged} pedidos confirmados`,
    `${book.found} encontrados`,
    `${book.lost} perdidos`,
    `${book.duplicated} dobles`,
    `${book.unacknowledged} sin confirmar`,
    `${ledger.open.size} sin desenlace`,
    `stock + vendido constante en ${book.products - book.unbalanced} de ${book.products} productos`,
    `${book.wrongTotals} totales distintos de sus líneas`,
    `${book.mails.queued} correos en cola (${book.mails.sent} enviados, ${book.mails.missing} faltan)`,
    `estados ${statuses.join(', ')} (${book.wrongStatuses} distintos de lo confirmado)`,
    `${book.proofs.acknowledged} comprobantes (${book.proofs.lost} perdidos)`,
    `${failures.unanswered} sin respuesta, ${failures.unavailable} respuestas 5xx, ${failures.unexpected} rechazos`,
    `silencio más largo ${silence} ms`,
    `${deaths} muertes`,
  ])
  if (ledger.reasons.size > 0) {
    const reasons = [...ledger.reasons].toSorted(([, a], [, b]) => b - a).slice(0, 12)
    console.log(`Fallas vistas: ${reasons.map(([reason, times]) => `${times} × ${reason}`).join(', ')}`)
  }
  return clean
}
