import { formatPrice } from './price.ts'

/** A payment's difference, paid − due, in words: 'faltan $500', 'sobran $500'; '' without one. */
export function differenceInWords(difference: number): string {
  if (difference === 0) return ''
  const isOne = Math.abs(difference) === 1
  const verb = difference < 0 ? (isOne ? 'falta' : 'faltan') : isOne ? 'sobra' : 'sobran'
  return `${verb} ${formatPrice(Math.abs(difference))}`
}
