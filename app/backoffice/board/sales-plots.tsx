import { useEffect, useMemo, useRef, useState } from 'react'
import type { BoardData } from '#contract/board.ts'
import { BOARD_PERIODS, type BoardPeriod } from '#domain/board-period.ts'
import { ORDER_STATUSES, orderStatuses } from '#domain/order-status.ts'
import { counted, formatPrice, formatWhole } from '#domain/price.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PERIOD_NAMES } from './compare.ts'
import type { Bar } from './draw-bars.ts'

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

type Props = {
  title: string
  /** Undefined while the figures load. */
  bars: readonly Bar[] | undefined
  shape: 'columns' | 'rows'
  /** Headers of the table that repeats the plot's figures. */
  headers: [name: string, value: string]
  format: (value: number) => string
  /** The format of the labels beside the columns, where there is little room. */
  formatShort?: (value: number) => string
  className?: string
}

/** Steps between bars by key; the plot's rows go down, its columns to the right. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * A bar plot. The heading shows the value of the bar under the pointer or with the focus, which arrow keys move. A table of the
 * same figures can take the drawing's place. The drawing library loads only here.
 */
function BarPlot({ title, bars, shape, headers, format, formatShort = format, className = '' }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [value, setValue] = useState<string | null>(null)
  useEffect(() => {
    const element = place.current
    if (!element || !bars) return
    let drawn = ''
    let isGone = false
    const observer = new ResizeObserver(async ([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0)
      const height = Math.round(entry?.contentRect.height ?? 0)
      // The place has no size while the table is shown.
      if (width === 0 || drawn === `${width} ${height}`) return
      drawn = `${width} ${height}`
      // Without the library, for example offline, the table still has the figures.
      const library = await import('./draw-bars.ts').catch(() => null)
      if (!library || isGone) return
      const draw = shape === 'columns' ? library.drawColumns : library.drawRows
      element.replaceChildren(draw(bars, { width, height, format: formatShort }))
    })
    observer.observe(element)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [bars, shape, formatShort])

  const showValue = ({ target }: React.SyntheticEvent) => {
    const bar = target as Element
    setValue(bar.role === 'img' ? bar.ariaLabel : null)
  }
  const hideValue = () => setValue(null)
  const moveFocus = (event: React.KeyboardEvent) => {
    const all = [...(place.current?.querySelectorAll<SVGElement>('[role="img"]') ?? [])]
    const next = all[all.indexOf(event.target as SVGElement) + (STEPS[event.key] ?? 0)]
    if (!next || !(event.key in STEPS)) return
    event.preventDefault()
    next.focus()
  }

  return (
    <section
      aria-label={title}
      className={`card group relative flex min-w-0 break-inside-avoid flex-col p-4 ${className}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        <p aria-hidden="true" className="min-h-5 text-sm text-soft tabular-nums">
          {value}
        </p>
      </div>
      <div
        className={`relative mt-3 flex-1 group-has-[details[open]]:hidden ${shape === 'columns' ? 'min-h-65' : 'min-h-45'}`}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the bars inside have the focus and a role. */}
        <div
          ref={place}
          onPointerOver={showValue}
          onPointerLeave={hideValue}
          onFocus={showValue}
          onBlur={hideValue}
          onKeyDown={moveFocus}
          className="plot absolute inset-0 overflow-hidden"
        >
          {!bars && <Skeleton className="h-full" />}
        </div>
      </div>
      {bars && (
        <details className="mt-2 text-sm print:hidden">
          <summary className="w-fit rounded-lg py-1.5 font-semibold text-brand">Ver como tabla</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard. */}
          <section aria-label={`${title}, tabla`} tabIndex={0} className="mt-2 max-h-65 overflow-y-auto">
            <table className="w-full max-w-96" aria-label={title}>
              <thead className="sticky top-0 bg-paper">
                <tr className="text-left shadow-[0_1px_0_var(--color-line)]">
                  <th scope="col" className="py-1 font-semibold">
                    {headers[0]}
                  </th>
                  <th scope="col" className="py-1 text-right font-semibold">
                    {headers[1]}
                  </th>
                </tr>
              </thead>
              <tbody>
                {bars.map(({ key, label, value }) => (
                  <tr key={key} className="border-line border-b last:border-b-0">
                    <th scope="row" className="py-1 text-left font-normal">
                      {label}
                    </th>
                    <td className="py-1 text-right tabular-nums">{format(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </section>
  )
}
