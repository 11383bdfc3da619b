import { axisX, axisY, barX, barY, gridY, plot, ruleX, ruleY, text } from '@observablehq/plot'

export type Bar = {
  /** Unique among the bars. */
  key: string
  /** The label below or beside the bar. */
  label: string
  /** The text of the tooltip. */
  title: string
  value: number
}

const FILL = 'var(--color-brand)'
const GRID = 'var(--color-line)'
/** Width in pixels that a label below a column needs. */
const LABEL_WIDTH_PX = 46

type Drawing = { width: number; height: number; format: (value: number) => string }

/** Draws columns over time, with as many labels as fit. Colours are design tokens, so that the plot follows the page's colour scheme. */
export function drawColumns(bars: readonly Bar[], { width, height, format }: Drawing): Element {
  const labels = new Map(bars.map(({ key, label }) => [key, label]))
  const step = Math.ceil((bars.length * LABEL_WIDTH_PX) / (width - 60))
  // Labels count back from the last column, which is today.
  const labelled = bars.filter((_, index) => (bars.length - 1 - index) % step === 0).map(({ key }) => key)
  // Without sales any scale would be invented: the axis has only zero.
  const ticks = bars.some(({ value }) => value > 0) ? 4 : [0]
  return withoutStyles(
    plot({
      ...shape(width, height),
      marginLeft: 60,
      marginBottom: 26,
      x: { type: 'band', domain: bars.map(({ key }) => key), padding: 0.2 },
      // A maximum of at least four, so that the ticks are whole numbers.
      y: { domain: [0, Math.max(4, ...bars.map(({ value }) => value))], nice: true, label: null },
      marks: [
        axisY({ ticks, tickSize: 0, tickFormat: format, label: null }),
        gridY({ ticks, stroke: GRID, strokeOpacity: 1 }),
        axisX({
          ticks: labelled,
          tickSize: 0,
          tickFormat: (key: string) => labels.get(key) ?? '',
          label: null,
        }),
        barY(bars, { x: 'key', y: 'value', title: 'title', fill: FILL, ry1: 3 }),
        ruleY([0], { stroke: 'var(--color-edge)' }),
      ],
    }),
  )
}

/** Draws horizontal bars, each with its value. */
export function drawRows(bars: readonly Bar[], { width, height, format }: Drawing): Element {
  return withoutStyles(
    plot({
      ...shape(width, height),
      marginLeft: 84,
      marginRight: 48,
      x: { domain: [0, Math.max(1, ...bars.map(({ value }) => value))], axis: null },
      y: { type: 'band', domain: bars.map(({ label }) => label), padding: 0.35 },
      marks: [
        axisY({ tickSize: 0, label: null }),
        barX(bars, { y: 'label', x: 'value', title: 'title', fill: FILL, rx2: 3 }),
        text(bars, {
          y: 'label',
          x: 'value',
          text: ({ value }: Bar) => format(value),
          textAnchor: 'start',
          dx: 6,
          fontWeight: 600,
        }),
        ruleX([0], { stroke: 'var(--color-edge)' }),
      ],
    }),
  )
}

const shape = (width: number, height: number) => ({
  width,
  height,
  marginTop: 12,
  style: { fontFamily: 'inherit', fontSize: '0.8125rem', background: 'none', color: 'inherit' },
})

/**
 * Removes the library's `<style>` element, which the content security policy blocks; `.plot` in app.css has its rules. A class
 * also replaces `font-variant="tabular-nums"`, which is invalid in SVG.
 */
function withoutStyles(drawing: Element): Element {
  for (const style of drawing.querySelectorAll('style')) style.remove()
  for (const numbers of drawing.querySelectorAll('[font-variant]')) {
    numbers.removeAttribute('font-variant')
    numbers.classList.add('tabular-nums')
  }
  return drawing
}
