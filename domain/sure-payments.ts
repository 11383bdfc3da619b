import type { Fit, OrderIndex, Reading } from './payment-fits.ts'

/** The proofs of a sure match, strongest first. */
const PROOFS = ['number', 'rut', 'name'] as const
type Proof = (typeof PROOFS)[number]
type Proven = { reading: Reading; fit: Fit; proof: Proof }

/** Chooses the transfers that surely pay an order: one for each order at most. */
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

/** The proof that a transfer pays an order and no other; null when a person has to decide. */
function proofOf(fit: Fit, { fits, payer }: Reading, index: OrderIndex): Proof | null {
  if (!fit.isExact || fit.isEarly) return null
  const rivals = fits.filter((other) => other.isExact && other !== fit)
  const isRival = ({ hasNumber, hasRut, name }: Fit) => hasNumber || hasRut || name?.isSame === true
  if (fit.hasNumber) {
    // A number may be there by chance: without the customer's RUT or name, the payer's own orders compete with it.
    const isOwn = fit.hasRut || fit.name !== null
    return rivals.some((other) => (isOwn ? other.hasNumber : isRival(other))) ? null : 'number'
  }
  const namesAnotherOrder = payer.numbers.some(({ value, labelled }) => labelled || index.byNumber.has(value))
  if (namesAnotherOrder) return null
  if (fit.hasRut) return rivals.some(isRival) ? null : 'rut'
  // A name alone is proof only if no other order of this amount fits at all.
  return fit.name?.isSame && !fit.hasOtherRut && rivals.length === 0 ? 'name' : null
}

/** Of the transfers that fit one order, the one with the strongest proof, and of those the first; null when names differ. */
function chooseOne(proven: readonly Proven[]): Proven | null {
  const strongest = PROOFS.find((proof) => proven.some((one) => one.proof === proof))
  const best = proven.filter(({ proof }) => proof === strongest)
  const payers = new Set(best.map(({ fit }) => fit.name?.words.join(' ')))
  if (strongest === 'name' && payers.size > 1) return null
  return best.toSorted((a, b) => a.reading.transfer.date.localeCompare(b.reading.transfer.date))[0] ?? null
}
