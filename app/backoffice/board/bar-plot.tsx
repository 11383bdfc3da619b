import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Bar } from './draw-bars.ts'

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
export function BarPlot({
  title,
  bars,
  shape,
  headers,
  format,
  formatShort = format,
  className = '',
}: Props) {
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
