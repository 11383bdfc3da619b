import { formatPrice } from '#domain/price.ts'

/** The delivery options in short, for a visitor who hasn't chosen one yet. */
export type DeliverySummary = {
  /** Whether orders can be picked up. */
  pickup: boolean
  /** The lowest price of a zone, whole pesos; null without zones. */
  from: number | null
  /** The lowest sum of products from which a zone is free, whole pesos. */
  freeFrom: number | null
}

/** The summary of the active delivery options; null without any. */
export function summarizeDelivery({
  pickups,
  zones,
}: {
  pickups: readonly unknown[]
  zones: readonly { price: number; freeFrom: number | null }[]
}): DeliverySummary | null {
  if (pickups.length + zones.length === 0) return null
  const least = (sums: number[]) => (sums.length > 0 ? Math.min(...sums) : null)
  return {
    pickup: pickups.length > 0,
    from: least(zones.map(({ price }) => price)),
    freeFrom: least(zones.flatMap(({ freeFrom }) => freeFrom ?? [])),
  }
}

/** `Despacho desde $3.490, gratis desde $30.000`; null without zones. */
export function deliveryFrom({ from, freeFrom }: DeliverySummary): string | null {
  if (from === null) return null
  if (from === 0) return 'Despacho gratis'
  return `Despacho desde ${formatPrice(from)}${freeFrom === null ? '' : `, gratis desde ${formatPrice(freeFrom)}`}`
}
