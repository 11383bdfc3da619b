import type { Unit } from './content-units.ts'

/** The content of a pack according to a text; `marked` by an x ("X850G"), which strengths rarely have. */
export type Content = { count: number; unit: Unit; marked: boolean }

export const isMeasure = ({ kind }: Unit) => kind === 'volume' || kind === 'mass'
export const isCounted = ({ kind }: Unit) => kind === 'solid' || kind === 'piece' || kind === 'generic'

/** Whether a unit can be a pack's content; a strip only holds counted things. */
export const canBeContent = (unit: Unit) => isCounted(unit) && unit.name !== 'tira'

/** The largest number before an x that may be a factor; a larger one is a strength. */
export const MAX_FACTOR = 12

/** A content, or null for zero, for an amount that no pack holds, and for a fraction of a counted thing. */
export function contentOf(count: number, unit: Unit, marked: boolean): Content | null {
  const rounded = Math.round(count * 1_000) / 1_000
  if (!(rounded > 0) || rounded > 100_000 || (!isMeasure(unit) && !Number.isInteger(rounded))) return null
  return { count: rounded, unit, marked }
}
