/**
 * The price of one unit of a pack, which an online pharmacy must show: `"30 comprimidos"` at 1.490 pesos is 50 pesos a
 * unit. Null when the quantity has no number, or is one unit.
 *
 * @param price of the pack, pesos
 * @param quantity the pack's content as written in the catalogue, with a decimal comma
 */
export function unitPrice(price: number, quantity: string): { price: number; unit: string } | null {
  const match = /^\s*(\d+(?:[.,]\d+)?)\s*(\p{L}+)/u.exec(quantity)
  const count = Number(match?.[1]?.replace(',', '.'))
  const unit = match?.[2]
  if (!unit || !(count > 1)) return null
  return { price: Math.round(price / count), unit: singular(unit.toLowerCase()) }
}

/** `comprimidos` → `comprimido`, `unidades` → `unidad`; `ml`, `g` and `dosis` are unchanged. */
function singular(unit: string): string {
  if (unit === 'dosis') return unit
  if (/[aeiouáéíóú][lrnd]es$/.test(unit)) return unit.slice(0, -2)
  return unit.length > 3 && unit.endsWith('s') ? unit.slice(0, -1) : unit
}
