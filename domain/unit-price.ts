import { pluralUnit } from './content-units.ts'
import type { Presentation } from './presentation.ts'

/** Below this unit price, millilitres and grams are priced by the hundred: '$8 por ml' would hide a difference of 12 %. */
const MIN_UNIT_PESOS = 10

/**
 * The price of one unit of a pack, which an online pharmacy must show: 30 comprimidos at 1.490 pesos give `{ price: 50, unit:
 * 'comprimido' }`. Null for an unknown content and for a single unit, whose price is the pack's.
 *
 * @param price of the pack, pesos
 */
export function unitPrice(
  price: number,
  presentation: Presentation | null,
): { price: number; unit: string } | null {
  if (!presentation || presentation.count === 1) return null
  const { count, unit } = presentation
  const one = price / count
  if (one >= (unit === 'ml' || unit === 'g' ? MIN_UNIT_PESOS : 1)) return { price: Math.round(one), unit }
  const hundred = Math.round(one * 100)
  return hundred > 0 ? { price: hundred, unit: `100 ${pluralUnit(100, unit)}` } : null
}
