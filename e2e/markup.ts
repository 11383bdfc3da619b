import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

/** The kinds of control that take each autocomplete token in use, by the HTML specification. */
const CONTROLS: { [token: string]: RegExp } = {
  off: /^(text|search|email|tel|password|textarea|select-one)$/,
  name: /^(text|textarea)$/,
  'given-name': /^text$/,
  'family-name': /^text$/,
  sex: /^(text|select-one)$/,
  email: /^(text|email)$/,
  username: /^(text|email)$/,
  'current-password': /^password$/,
  'new-password': /^password$/,
  tel: /^(text|tel)$/,
  'home tel': /^(text|tel)$/,
  'mobile tel': /^(text|tel)$/,
  'bday-day': /^(text|number|select-one)$/,
  'bday-month': /^(text|number|select-one)$/,
  'bday-year': /^(text|number|select-one)$/,
  'address-line1': /^text$/,
  'address-level2': /^text$/,
  'postal-code': /^text$/,
}

/** Mistakes that browsers forgive and a checker of HTML doesn't. */
const MISTAKES = [
  ':is(span, p, button, label, summary, h1, h2, h3) :is(p, div, ul, ol, dl, table, section, form, fieldset, h1, h2, h3)',
  'script[type]:not([type="module"], [type*="/"])',
  'link:not([rel="stylesheet"], [rel="preload"], [rel="modulepreload"], [rel="icon"], [rel="manifest"], [rel="canonical"])',
  '[font-variant]',
  'button[role="button"]',
  ':is(h1, h2, h3):empty',
].join()

/** Expects no element that a checker of HTML would refuse. */
export async function expectNoMistakes(page: Page) {
  const mistakes = page.locator(MISTAKES)
  expect(
    await mistakes.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 200))),
  ).toEqual([])
}

/** Expects valid HTML: ids that are unique, references that lead to an id, and `autocomplete` that fits its control. */
export async function expectValidMarkup(page: Page) {
  await expectNoMistakes(page)
  const found = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const references = ['for', 'popovertarget', 'aria-labelledby', 'aria-controls'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((element) =>
        element.getAttribute(name)!.split(' '),
      ),
    )
    const fields = [...document.querySelectorAll<HTMLInputElement>('[autocomplete]')]
    return {
      repeated: ids.filter((id, index) => ids.indexOf(id) !== index),
      dangling: references.filter((id) => !ids.includes(id)),
      fields: fields.map(({ type, autocomplete }) => ({ type, autocomplete })),
    }
  })
  const misfits = found.fields.filter(({ type, autocomplete }) => !CONTROLS[autocomplete]?.test(type))
  expect({ ...found, fields: misfits }).toEqual({ repeated: [], dangling: [], fields: [] })
}
