import type { Fit, OrderIndex, Reading } from './payment-fits.ts'

/** What makes a match sure, strongest first. */
const PROOFS = ['number', 'rut', 'name'] as const
type Proof = (typeof PROOFS)[number]
type Proven = { reading: Reading; fit: Fit; proof: Proof }

/** Chooses the transfers that surely pay an order: one for each order at most (docs/product.md#matching-transfers). */
export function chooseSure(readings: readonly Reading[], index: OrderIndex): Map<Reading, Fit> {
  const proven = readings.flatMap((reading) =>
    reading.fits.flatMap((fit) => {
      const proof = proofOf(fit, reading, index)
      return proof ? { reading, fit, proof } : []
    }),
  )
  const chosen = [...Map.groupBy(proven, ({ fit }) => fit.order).values()].map(chooseOne)
  return new Map(chosen.flatMap((one) => (one ? [[one.reading, one.fit]] : [])))
}

/** What proves that a transfer pays an order and no other; null when a person has to decide. */
function proofOf(fit: Fit, { fits, payer }: Reading, index: OrderIndex): Proof | null {
  if (!fit.isExact || fit.isEarly) return null
  const rivals = fits.filter((other) => other.isExact && other !== fit)
  if (fit.hasNumber) {
    // The payer's own order of the same amount, too: the number may stand there by chance.
    const isOwn = fit.hasRut || fit.name
    return rivals.some((other) => other.hasNumber || (!isOwn && (other.hasRut || other.name?.isSame)))
      ? null
      : 'number'
  }
  const namesAnotherOrder = payer.numbers.some(({ value, labelled }) => labelled || index.byNumber.has(value))
  if (rivals.length > 0 || namesAnotherOrder) return null
  if (fit.hasRut) return 'rut'
  return fit.name?.isSame && !fit.hasOtherRut ? 'name' : null
}

/** Of the transfers that fit one order, the one with the strongest proof, and of those the first; null when names differ. */
function chooseOne(proven: readonly Proven[]): Proven | null {
  const strongest = PROOFS.find((proof) => proven.some((one) => one.proof === proof))
  const best = proven.filter(({ proof }) => proof === strongest)
  const payers = new Set(best.map(({ fit }) => fit.name?.words.join(' ')))
  if (strongest === 'name' && payers.size > 1) return null
  return best.toSorted((a, b) => (a.reading.transfer.date < b.reading.transfer.date ? -1 : 1))[0] ?? null
}
