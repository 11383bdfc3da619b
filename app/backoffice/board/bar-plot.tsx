import { useEffect, useRef } from 'react'
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

/** Heights in pixels, as reserved by the classes below. */
const HEIGHT_PX = { columns: 260, rows: 180 } as const

/** A bar plot. Screen readers skip the drawing and read its figures in a table below. The drawing library loads only here. */
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
  const height = HEIGHT_PX[shape]
  useEffect(() => {
    const element = place.current
    if (!element || !bars) return
    let drawnWidth = 0
    let isGone = false
    const observer = new ResizeObserver(async ([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0)
      if (width === 0 || width === drawnWidth) return
      drawnWidth = width
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
  }, [bars, shape, height, formatShort])

  return (
    <section aria-label={title} className={`card min-w-0 break-inside-avoid p-4 ${className}`}>
      <h2 className="text-lg">{title}</h2>
      <div ref={place} aria-hidden="true" className={`plot mt-3 ${shape === 'columns' ? 'h-65' : 'h-45'}`}>
        {!bars && <Skeleton className="h-full" />}
      </div>
      {bars && (
        <details className="mt-2 text-sm print:hidden">
          <summary className="w-fit rounded-lg py-1.5 font-semibold text-brand">Ver como tabla</summary>
          <div className="mt-2">
            <table className="w-full max-w-96" aria-label={title}>
              <thead>
                <tr className="border-line border-b text-left">
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
          </div>
        </details>
      )}
    </section>
  )
}
