import { useMemo } from 'react'
import type { BoardData } from '#contract/board.ts'
import { BOARD_PERIODS, type BoardPeriod } from '#domain/board-period.ts'
import { ORDER_STATUSES, orderStatuses } from '#domain/order-status.ts'
import { counted, formatPrice, formatWhole } from '#domain/price.ts'
import { BarPlot } from './bar-plot.tsx'
import { PERIOD_NAMES } from './compare.ts'

/** Days that the columns show: a single day is shown within its week. */
const SHOWN_DAYS: Record<BoardPeriod, number> = { 1: 7, 7: 7, 30: 30 }

const STATUS_FILLS = {
  yellow: 'var(--color-amber-ink)',
  green: 'var(--color-brand)',
  red: 'var(--color-coral)',
  neutral: 'var(--color-soft)',
}

/** Plots of a period: the pesos sold by day, and the orders by status. Nothing is drawn without figures. */
export function SalesPlots({ board, period }: { board: BoardData | null | undefined; period: BoardPeriod }) {
  const days = useMemo(
    () =>
      board?.days.slice(-SHOWN_DAYS[period]).map(({ day, pesos, orders }, index, { length }) => ({
        key: day,
        label: index === length - 1 ? 'Hoy' : shortDay(day),
        unfinished: index === length - 1,
        title: `${weekdayAndDay(day)}: ${formatPrice(pesos)} en ${counted(orders, 'pedido', 'pedidos')}`,
        value: pesos,
      })),
    [board, period],
  )
  const sums = board?.periods.find(({ days }) => days === period)
  const statuses = useMemo(
    () =>
      sums &&
      ORDER_STATUSES.map((status) => {
        const { name, tone } = orderStatuses[status]
        const value = sums.statuses[status]
        return {
          key: status,
          label: name,
          title: `${name}: ${formatWhole(value)}`,
          value,
          fill: STATUS_FILLS[tone],
        }
      }),
    [sums],
  )
  if (board === null) return null
  return (
    <div className="grid gap-4 xl:grid-cols-3">
      <BarPlot
        title="Ventas por día"
        bars={days}
        shape="columns"
        headers={['Día', 'Vendido']}
        format={formatPrice}
        formatShort={formatShortPrice}
        className="xl:col-span-2"
      />
      <BarPlot
        title={`Pedidos por estado, ${PERIOD_NAMES[period].name.toLowerCase()}`}
        bars={statuses}
        shape="rows"
        headers={['Estado', 'Pedidos']}
        format={formatWhole}
      />
    </div>
  )
}

export function PeriodChoice({
  period,
  onChoose,
}: {
  period: BoardPeriod
  onChoose: (period: BoardPeriod) => void
}) {
  return (
    <fieldset className="flex rounded-lg border border-line bg-paper p-1 print:hidden">
      <legend className="sr-only">Período</legend>
      {BOARD_PERIODS.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === period}
          onClick={() => onChoose(days)}
          className="min-h-9 rounded-lg px-3 font-semibold text-sm hover:bg-mint aria-pressed:bg-brand aria-pressed:text-on-fill"
        >
          {PERIOD_NAMES[days].name}
        </button>
      ))}
    </fieldset>
  )
}

// A day has no time zone: `new Date` reads it as UTC, so it is also formatted as UTC.
const short = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const long = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** Formats `2026-11-21` as `21 nov`. */
const shortDay = (day: string) => short.format(new Date(day)).replace('.', '').replace('-', ' ')

/** Formats a day as `sábado, 21 de noviembre`. */
const weekdayAndDay = (day: string) => long.format(new Date(day))

const oneDecimal = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** Formats pesos for a plot's axis: `$250 mil`, `$1,5 M`. */
function formatShortPrice(pesos: number): string {
  if (pesos >= 1_000_000) return `$${oneDecimal.format(pesos / 1_000_000)} M`
  if (pesos >= 1_000) return `$${oneDecimal.format(pesos / 1_000)} mil`
  return `$${oneDecimal.format(pesos)}`
}
