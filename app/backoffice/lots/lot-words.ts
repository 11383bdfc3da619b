import { writtenDay } from '../../orders/order-date.ts'

/** A lot in words: `lote A12, vence el 31/08/2027`. */
export const lotInWords = ({ lot, expires }: { lot: string; expires: string | null }) =>
  [lot ? `lote ${lot}` : 'lote sin código', expires && `vence el ${writtenDay(expires)}`]
    .filter(Boolean)
    .join(', ')
