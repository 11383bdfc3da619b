import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

/** In the page: lists the controls inside a selector that Tab should reach. One radio button stands for its group. */
function listControls(inside: string): string[] {
  const naming = window as unknown as { nameOf: (element: Element) => string }
  naming.nameOf = (element) => {
    const { type, name } = element as HTMLInputElement
    if (type === 'radio') return `radio ${name}`
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim().replace(/\s+/g, ' ')
    const same = [...document.querySelectorAll(element.tagName)].indexOf(element)
    return `${element.tagName.toLowerCase()} ${same} ${(label || element.getAttribute('name') || '').slice(0, 40)}`
  }
  const selector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'
  const controls = [...document.querySelectorAll<HTMLInputElement>(`${inside} :is(${selector})`)].filter(
    (control) =>
      !control.disabled &&
      control.tabIndex >= 0 &&
      !control.closest('[inert]') &&
      control.checkVisibility({ visibilityProperty: true }),
  )
  return [...new Set(controls.map(naming.nameOf))]
}

/** In the page: notes every element that gets the focus, and those whose focus can't be seen. */
function recordFocus() {
  const record = { reached: [] as string[], unseen: [] as string[], outside: [] as string[] }
  const { nameOf } = window as unknown as { nameOf: (element: Element) => string }
  document.addEventListener('focusin', ({ target }) => {
    const element = target as HTMLElement
    record.reached.push(nameOf(element))
    // The outline may be drawn by the frame of a control, such as a file field's.
    const drawn = [element, element.parentElement!, element.parentElement!.parentElement!]
      .flatMap((one) => [getComputedStyle(one), getComputedStyle(one, '::after')])
      .some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      )
    const { width, height } = element.getBoundingClientRect()
    if (!drawn || width < 1 || height < 1) record.unseen.push(nameOf(element))
    if (document.querySelector('dialog:modal') && !element.closest('dialog:modal'))
      record.outside.push(nameOf(element))
  })
  Object.assign(window, { focusRecord: record })
}

/** Presses Tab until every control was reached; expects each focus to be visible and, where a modal is open, in it. */
export async function expectTabReachesAll(page: Page, inside = 'body') {
  const controls = await page.evaluate(listControls, inside)
  expect(controls.length).toBeGreaterThan(0)
  const first = await page.evaluate(() =>
    (window as unknown as { nameOf: (element: Element) => string }).nameOf(document.activeElement!),
  )
  await page.evaluate(recordFocus)
  // Day, month, year and calendar of a date field are a stop each.
  const countStops = async () =>
    (await page.evaluate(listControls, inside)).length +
    3 * (await page.locator(`${inside} input[type=date]:visible`).count())
  // Controls that appear during the walk, such as those of a form that loads, are stops on the way to the others.
  let presses = 0
  for (let stops = await countStops(); presses < stops + 2; stops = await countStops())
    for (; presses < stops + 2; presses += 1) await page.keyboard.press('Tab')
  const readRecord = () =>
    page.evaluate(() => (window as unknown as { focusRecord: Record<string, string[]> }).focusRecord)
  // Controls that went away meanwhile, such as those of an earlier picture, don't count as missed.
  const findMissed = async () => {
    const { reached } = await readRecord()
    const remaining = await page.evaluate(listControls, inside)
    return remaining.filter((name) => controls.includes(name) && !reached!.includes(name) && name !== first)
  }
  // Controls that came and went, such as a warning of the board, used up presses: Tab goes around once more.
  const rest = (await findMissed()).length > 0 ? presses : 0
  for (let press = 0; press < rest; press += 1) await page.keyboard.press('Tab')
  const missed = await findMissed()
  const { unseen, outside } = await readRecord()
  expect({ missed, unseen: [...new Set(unseen)], outside }).toEqual({ missed: [], unseen: [], outside: [] })
}

/** The name of a button that opens a modal; for a row of a menu also that of the menu's button. */
export type ModalOpener = string | RegExp | { menu: string; item: string }

/** Opens a modal with Enter, walks through it with Tab, closes it with Escape, and expects the focus to be back. */
export async function expectModalByKeyboard(page: Page, opener: ModalOpener) {
  const buttonOf = (name: string | RegExp, exact = false) =>
    page.getByRole('button', { name, exact }).filter({ visible: true }).first()
  const isInMenu = typeof opener === 'object' && 'menu' in opener
  const button = isInMenu ? buttonOf(opener.menu, true) : buttonOf(opener)
  await button.focus()
  await page.keyboard.press('Enter')
  if (isInMenu) await buttonOf(opener.item).press('Enter')
  const modal = page.locator('dialog:modal')
  await expect(modal).toBeVisible()
  await expect(modal.locator(':focus')).toHaveCount(1)
  await expectTabReachesAll(page, 'dialog:modal')
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(button).toBeFocused()
}

/** Parts that don't fit a narrow window: how far the page scrolls sideways, and controls that are cut off or overlap. */
export const findCramped = (page: Page) =>
  page.evaluate(() => {
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`
    const floating = (element: Element): boolean => {
      for (let one: Element | null = element; one; one = one.parentElement)
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(one).position)) return true
      return false
    }
    const scrolled = (element: Element): boolean => {
      for (let one = element.parentElement; one; one = one.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) return true
      return false
    }
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => !floating(one) && !scrolled(one) && one.getBoundingClientRect().width > 2)
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
    const cut = controls.filter(({ box }) => box.right > innerWidth + 1 || box.left < -1)
    const covered = controls.flatMap((a, index) =>
      controls
        .slice(index + 1)
        .filter(
          (b) =>
            !a.one.contains(b.one) &&
            !b.one.contains(a.one) &&
            Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 2 &&
            Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 2,
        )
        .map((b) => `${name(a.one)} / ${name(b.one)}`),
    )
    return {
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      cut: cut.map(({ one }) => name(one)),
      covered,
    }
  })
