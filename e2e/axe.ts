import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Page, test } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { expect } from './shop.ts'

/** The minified script, which each page compiles in half the time. The HTML of every element that it looks at would take a fifth of its time. */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};axe.configure({ noHtml: true })`

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }

/**
 * Expects the current page, or its open modal, to have no accessibility violations and not to scroll sideways, and enough contrast in the
 * dark scheme. Outside the project `phone`, the light scheme is checked in a second window, too: a phone's or a wide one.
 *
 * @param within only this part, for a page that is checked elsewhere
 * @param resized false for a part that closes when the window is resized
 */
export async function expectAccessible(
  page: Page,
  { within, resized = true }: { within?: string; resized?: boolean } = {},
) {
  if (!(await page.evaluate(() => 'axe' in window))) await load(page)
  // Parts behind a modal can't be used.
  const modal = (await page.locator('dialog:modal').count()) > 0 ? 'dialog:modal' : undefined
  const part = within ?? modal ?? 'html'
  await look(page, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page)
  // The other rules don't depend on colours, and take ten times as long.
  const dark = await findViolations(page, part, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  expect(dark).toEqual([])
  if (!resized || test.info().project.name === 'phone') return
  const size = page.viewportSize()!
  await page.setViewportSize(size.width < WIDE.width ? WIDE : PHONE)
  await look(page, part, { rules: { 'target-size': { enabled: true } } })
  await page.setViewportSize(size)
}

/** Runs the script by DevTools, in half the time that `page.evaluate` needs. */
async function load(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: AXE })
  await devtools.detach()
}

async function look(page: Page, part: string, options?: RunOptions) {
  await settle(page)
  expect(await findViolations(page, part, options)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Runs axe in the page itself, which has no frames: axe's package for Playwright would open one more page for each analysis. */
async function findViolations(page: Page, part: string, options: RunOptions = {}) {
  const { violations } = await page.evaluate(
    ([selector, run]) => (window as unknown as { axe: typeof import('axe-core') }).axe.run(selector, run),
    // Style sheets would be parsed once more, for rules that are off.
    [part, { ...options, preload: { assets: ['media'] }, resultTypes: ['violations'] }] as [
      string,
      RunOptions,
    ],
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Waits for animations, since contrast is wrong in the middle of a fade. A placeholder's animation never ends and is left out. */
const settle = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  )
