import type { LineLot } from '#contract/orders.ts'
import { sumUnits } from '#domain/lots.ts'
import { writtenDay } from './order-date.ts'

/** A lot in words: `lote A12, vence 31/08/2027`. */
export const lotInWords = ({ lot, expires }: Pick<LineLot, 'lot' | 'expires'>) =>
  [lot ? `lote ${lot}` : 'lote sin código', expires && `vence ${writtenDay(expires)}`]
    .filter(Boolean)
    .join(', ')

type Line = { quantity: number; lots: readonly LineLot[] }

/** The lots of a line, those that expire first before the others, and at last its units without a lot, whose `_id` is empty. */
export function lotsOf({ quantity, lots }: Line): { _id: string; words: string; units: number }[] {
  const without = quantity - sumUnits(lots)
  return [
    ...lots.map((lot) => ({ ...lot, words: lotInWords(lot) })),
    ...(without > 0 ? [{ _id: '', words: 'sin lote', units: without }] : []),
  ]
}

/** The lots of a line as text: `lote A12, vence 31/08/2027: 2 un.`; nothing of a line without any. */
export const TakenLots = ({ line }: { line: Line }) =>
  line.lots.length > 0 && (
    <span className="wrap-anywhere block font-normal">
      {lotsOf(line).map(({ _id, words, units }) => (
        <span key={_id} className="block first-letter:uppercase">
          {words}: {units}&nbsp;un.
        </span>
      ))}
    </span>
  )
