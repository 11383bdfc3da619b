import type { Candidate, OrderIndex, ReadTransfer } from './payment-candidates.ts'

/** The proofs of a sure match, strongest first. */
const PROOFS = ['number', 'rut', 'name'] as const
type Proof = (typeof PROOFS)[number]
type Proven = { reading: ReadTransfer; candidate: Candidate; proof: Proof }

/** Chooses the transfers that surely pay an order: one for each order at most. */
export function chooseSure(
  readings: readonly ReadTransfer[],
  index: OrderIndex,
): Map<ReadTransfer, Candidate> {
  const proven = readings.flatMap((reading) =>
    reading.candidates.flatMap((candidate) => {
      const proof = proofOf(candidate, reading, index)
      return proof ? { reading, candidate, proof } : []
    }),
  )
  const chosen = [...Map.groupBy(proven, ({ candidate }) => candidate.order).values()].map(chooseOne)
  return new Map(chosen.flatMap((one) => (one ? [[one.reading, one.candidate]] : [])))
}

/** The proof that a transfer pays an order and no other; null when a person has to decide. */
function proofOf(candidate: Candidate, { candidates, payer }: ReadTransfer, index: OrderIndex): Proof | null {
  if (!candidate.isExact || candidate.isEarly) return null
  const rivals = candidates.filter((other) => other.isExact && other !== candidate)
  const isRival = ({ hasNumber, hasRut, name }: Candidate) => hasNumber || hasRut || name?.isSame === true
  if (candidate.hasNumber) {
    // A number may be there by chance: without the customer's RUT or name, the payer's own orders compete with it.
    const isOwn = candidate.hasRut || candidate.name !== null
    return rivals.some((other) => (isOwn ? other.hasNumber : isRival(other))) ? null : 'number'
  }
  const namesAnotherOrder = payer.numbers.some(({ value, labelled }) => labelled || index.byNumber.has(value))
  if (namesAnotherOrder) return null
  if (candidate.hasRut) return rivals.some(isRival) ? null : 'rut'
  // A name alone is proof only if no other order of this amount fits at all.
  return candidate.name?.isSame && !candidate.hasOtherRut && rivals.length === 0 ? 'name' : null
}

/** Of the transfers that fit one order, the one with the strongest proof, and of those the first; null when names differ. */
function chooseOne(proven: readonly Proven[]): Proven | null {
  const strongest = PROOFS.find((proof) => proven.some((one) => one.proof === proof))
  const best = proven.filter(({ proof }) => proof === strongest)
  const payers = new Set(best.map(({ candidate }) => candidate.name?.words.join(' ')))
  if (strongest === 'name' && payers.size > 1) return null
  return best.toSorted((a, b) => a.reading.transfer.date.localeCompare(b.reading.transfer.date))[0] ?? null
}
