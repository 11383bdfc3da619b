/** A lasting prescription with dispensings left, and the ids of the products that it could serve. */
type Candidate = { _id: string; validUntil: string | null; serves: readonly string[] }

/**
 * Chooses the prescriptions that a cart or order uses, one for each product: few prescriptions rather than many, and of equal ones the one
 * that ends first (docs/prescriptions.md#prescriptions-that-last).
 *
 * @param candidates oldest first
 * @returns the ids of the products by the id of their prescription; unused prescriptions are left out
 */
export function assignPrescriptions(candidates: readonly Candidate[]): Map<string, string[]> {
  const assigned = new Map<string, string[]>()
  const served = new Set<string>()
  let rest = candidates.toSorted((a, b) => endOf(a).localeCompare(endOf(b)))
  for (;;) {
    const open = rest.map(({ _id, serves }) => ({ _id, products: serves.filter((id) => !served.has(id)) }))
    const most = Math.max(0, ...open.map(({ products }) => products.length))
    const best = open.find(({ products }) => products.length === most)
    if (!best || most === 0) return assigned
    assigned.set(best._id, best.products)
    for (const id of best.products) served.add(id)
    rest = rest.filter(({ _id }) => _id !== best._id)
  }
}

/** The last day, for sorting: prescriptions without one come last. */
const endOf = ({ validUntil }: Candidate) => validUntil ?? '9999-12-31'

/** "de la Dra. Soto", "del Dr. Rojas", "de María Soto"; empty for a prescription whose prescriber isn't recorded. */
export function prescriberPhrase(name: string): string {
  if (!name) return ''
  if (/^(dra|doctora|matrona)\b/i.test(name)) return `de la ${name}`
  return /^(dr|doctor|matrón)\b/i.test(name) ? `del ${name}` : `de ${name}`
}

/** "queda 1 de 3 entregas", "quedan 2 de 3 entregas", "no quedan entregas". */
export function dispensingsLeft(left: number, deliveries: number): string {
  if (left < 1) return 'no quedan entregas'
  return `${left === 1 ? 'queda' : 'quedan'} ${left} de ${deliveries} ${deliveries === 1 ? 'entrega' : 'entregas'}`
}
