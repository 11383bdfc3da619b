import { expect, type Page } from '@playwright/test'

const [NARROWEST, WIDEST, STEP] = [320, 1920, 20]
/** The widths at which media queries change the layout, and the last one. */
const BANDS = [384, 640, 768, 1024, 1280, 1536, WIDEST + STEP]

/**
 * Expects the page to fit at each 20 px from a phone's width to a large screen's, in both densities of the back office: no page that
 * scrolls sideways, no control outside the table that holds it. A table too wide for its frame scrolls there, with its last column in
 * sight. The window is resized for each change of the layout only; between them the body is, which costs less.
 */
export async function expectFitsEveryWidth(page: Page) {
  const unfit: string[] = []
  const scrolled: number[] = []
  for (const [index, band] of BANDS.entries()) {
    await page.setViewportSize({ width: band - 1, height: 900 })
    const widths = []
    for (let width = BANDS[index - 1] ?? NARROWEST; width < band; width += STEP)
      widths.push(Math.ceil(width / STEP) * STEP)
    const found = await page.evaluate(
      measure,
      widths.filter((width) => width < band),
    )
    unfit.push(...found.unfit)
    scrolled.push(...found.scrolled)
  }
  expect(unfit).toEqual([])
  const [width] = scrolled
  if (width === undefined) return
  await page.setViewportSize({ width, height: 900 })
  const hidden = () => page.evaluate(listHiddenEnds)
  await expect.poll(hidden).toEqual([])
}

/** In the page: lists what doesn't fit at some widths, and the widths at which a table has to scroll. */
function measure(widths: readonly number[]) {
  const { body, documentElement: root } = document
  const before = root.dataset.density
  const unfit: string[] = []
  const scrolled: number[] = []
  const controls = [
    ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select)'),
  ].map((control) => ({
    control,
    frame: control.closest('table')?.parentElement,
    strip: control.closest('nav > ul'),
  }))
  for (const density of ['comfortable', 'compact']) {
    root.dataset.density = density
    for (const width of widths) {
      body.style.width = `${width}px`
      const name = `${width} px, ${density}`
      if (body.scrollWidth > width) unfit.push(`${name}: sideways by ${body.scrollWidth - width} px`)
      for (const { control, frame, strip } of controls) {
        const box = control.getBoundingClientRect()
        const { left, right } = (frame ?? body).getBoundingClientRect()
        if (box.width < 3 || (box.right <= right + 1 && box.left >= left - 1)) continue
        if (frame && frame.firstElementChild!.scrollWidth > frame.clientWidth) {
          if (scrolled.at(-1) !== width) scrolled.push(width)
        } else if (strip && strip.scrollWidth > strip.clientWidth) {
          // A phone's line of chips, which is swiped: only the line itself has to fit.
          const line = strip.getBoundingClientRect()
          if (line.right > right + 1 || line.left < left - 1) unfit.push(`${name}: a line of chips`)
        } else if (control.checkVisibility({ visibilityProperty: true }) && !control.closest('[popover]'))
          unfit.push(
            `${name}: ${(control.getAttribute('aria-label') ?? control.textContent ?? '').slice(0, 40)}`,
          )
      }
    }
  }
  body.style.width = ''
  if (before === undefined) delete root.dataset.density
  else root.dataset.density = before
  return { unfit, scrolled }
}

/** In the page: controls of a table's last column that are out of sight, of tables that are too wide for their frame. */
function listHiddenEnds(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main table td:last-child :is(a[href], button)')].flatMap(
    (control) => {
      const right = control.closest('table')!.parentElement!.getBoundingClientRect().right
      return control.getBoundingClientRect().right > right + 1 ? [control.textContent ?? ''] : []
    },
  )
}
