import { axisX, axisY, barX, barY, gridY, plot, ruleX, ruleY, text } from '@observablehq/plot'

export type Bar = {
  /** Unique among the bars. */
  key: string
  /** The label below or beside the bar. */
  label: string
  /** The text with the value, shown when somebody points at the bar. */
  title: string
  value: number
  /** A CSS colour in place of the brand's. */
  fill?: string
  /** Drawn in a pale colour with an outline, such as a day that isn't over. */
  unfinished?: boolean
}

const GRID = 'var(--color-line)'
/** The class of the targets' group. */
const TARGETS = 'targets'
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
  const top = Math.max(4, ...bars.map(({ value }) => value))
  return withTargets(
    plot({
      ...shape(width, height),
      marginLeft: 60,
      marginBottom: 26,
      x: { type: 'band', domain: bars.map(({ key }) => key), padding: 0.2 },
      // A maximum of at least four, so that the ticks are whole numbers.
      y: { domain: [0, top], nice: true, label: null },
      marks: [
        axisY({ ticks, tickSize: 0, tickFormat: format, label: null }),
        gridY({ ticks, stroke: GRID, strokeOpacity: 1 }),
        axisX({
          ticks: labelled,
          tickSize: 0,
          tickFormat: (key: string) => labels.get(key) ?? '',
          label: null,
        }),
        barY(bars, { x: 'key', y: 'value', ...colours, ry1: 3 }),
        ruleY([0], { stroke: 'var(--color-edge)' }),
        barY(bars, { x: 'key', y: top, ...target }),
      ],
    }),
    bars,
  )
}

/** Draws horizontal bars, each with its value. */
export function drawRows(bars: readonly Bar[], { width, height, format }: Drawing): Element {
  const longest = Math.max(1, ...bars.map(({ value }) => value))
  return withTargets(
    plot({
      ...shape(width, height),
      marginLeft: 84,
      marginRight: 48,
      x: { domain: [0, longest], axis: null },
      y: { type: 'band', domain: bars.map(({ label }) => label), padding: 0.35 },
      marks: [
        axisY({ tickSize: 0, label: null }),
        barX(bars, { y: 'label', x: 'value', ...colours, rx2: 3 }),
        text(bars, {
          y: 'label',
          x: 'value',
          text: ({ value }: Bar) => format(value),
          textAnchor: 'start',
          dx: 6,
          fontWeight: 600,
        }),
        ruleX([0], { stroke: 'var(--color-edge)' }),
        barX(bars, { y: 'label', x: longest, ...target }),
      ],
    }),
    bars,
  )
}

const colours = {
  fill: ({ fill = 'var(--color-brand)', unfinished }: Bar) => (unfinished ? 'var(--color-mint-deep)' : fill),
  stroke: ({ fill = 'var(--color-brand)' }: Bar) => fill,
}

/** A transparent bar over the plot's whole length: a small value is as easy to point at as a large one. */
const target = { fill: 'transparent', className: TARGETS }

const shape = (width: number, height: number) => ({
  width,
  height,
  marginTop: 12,
  style: { fontFamily: 'inherit', fontSize: '0.8125rem', background: 'none', color: 'inherit' },
})

/**
 * Gives each target its bar's text and makes it focusable: Tab reaches the last bar, arrow keys reach the others. The drawing's
 * other texts are hidden from screen readers.
 */
function withTargets(drawing: Element, bars: readonly Bar[]): Element {
  drawing.role = 'group'
  for (const group of drawing.querySelectorAll('g')) group.setAttribute('aria-hidden', 'true')
  const group = drawing.querySelector(`.${TARGETS}`)
  group?.removeAttribute('aria-hidden')
  for (const [index, element] of [...(group?.children ?? [])].entries()) {
    element.role = 'img'
    element.setAttribute('aria-label', bars[index]?.title ?? '')
    element.setAttribute('tabindex', index === bars.length - 1 ? '0' : '-1')
  }
  // The content security policy blocks the library's `<style>` element; `.plot` in app.css has its rules.
  for (const style of drawing.querySelectorAll('style')) style.remove()
  // A class replaces `font-variant="tabular-nums"`, which is invalid in SVG.
  for (const numbers of drawing.querySelectorAll('[font-variant]')) {
    numbers.removeAttribute('font-variant')
    numbers.classList.add('tabular-nums')
  }
  return drawing
}
