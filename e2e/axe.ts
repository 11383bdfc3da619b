import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

/**
 * Expects no accessibility violations on the current page, and enough contrast in the dark scheme too.
 *
 * @param within only this part, for a page that is checked elsewhere
 */
export async function expectAccessible(page: Page, { within }: { within?: string } = {}) {
  const axe = () => (within ? new AxeBuilder({ page }).include(within) : new AxeBuilder({ page }))
  await settle(page)
  const light = await axe().analyze()
  expect(describe(light.violations)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page)
  // The other rules don't depend on colours, and take ten times as long.
  const dark = await axe().withRules('color-contrast').analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  expect(describe(dark.violations)).toEqual([])
}

/** Contrast is wrong in the middle of a fade. A placeholder's animation has no end: waiting for it could take a whole test. */
const settle = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  )

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

const describe = (violations: Violations) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
