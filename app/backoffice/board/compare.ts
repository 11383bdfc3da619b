import type { BoardPeriod } from '#domain/board-period.ts'
import { formatWhole } from '#domain/price.ts'

/** Spanish names of the board's periods. */
export const PERIOD_NAMES: Record<BoardPeriod, { name: string; before: string }> = {
  1: { name: 'Hoy', before: 'ayer a esta hora' },
  7: { name: '7 días', before: 'los 7 días anteriores' },
  30: { name: '30 días', before: 'los 30 días anteriores' },
}

/** The change of a figure, in words and as a direction. */
export function compare(now: number, before: number, period: BoardPeriod) {
  const { before: then } = PERIOD_NAMES[period]
  if (before === 0)
    return { direction: 'same', text: now === 0 ? `Igual que ${then}` : `Sin ventas ${then}` } as const
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', text: `Igual que ${then}` } as const
  return now > before
    ? ({ direction: 'up', text: `${formatWhole(percent)} % más que ${then}` } as const)
    : ({ direction: 'down', text: `${percent} % menos que ${then}` } as const)
}
