import { expect, test } from 'vitest'
import { RenderedPage } from './rendered-page.ts'

const NONCE = '4f1c9a52-7d0c-4a52-9a6e-0f2b5f3f9f10'
const pageOf = (...html: string[]) => new RenderedPage(200, null, { html, nonce: NONCE })
const A = "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='"
const B = "'sha256-cf242PFc/kb7xD0Qzhsmd9vvRkc+cWFmbi+k+YvtdKc='"

test('allows the inline scripts that the renderer wrote, and sends them without the nonce', () => {
  const page = pageOf(
    `<link rel="modulepreload" nonce="${NONCE}" href="/c.js"><script nonce="${NONCE}">a()</script><script type="module" nonce="${NONCE}" async="">b()</script><script nonce="${NONCE}" src="/c.js"></script>`,
  )
  expect(page.scriptSources.split(' ')).toEqual([A, B])
  expect(String(page.body.form('identity'))).toBe(
    '<link rel="modulepreload" href="/c.js"><script>a()</script><script type="module" async="">b()</script><script src="/c.js"></script>',
  )
})

test('has its parts one after the other, each script with one hash', () => {
  const script = `<script nonce="${NONCE}">a()</script>`
  const page = pageOf(`<p>¡Año “nuevo”!</p>${script}`, '<p>💊</p>', script)
  expect(page.scriptSources).toBe(A)
  expect(String(page.body.form('identity'))).toBe(
    '<p>¡Año “nuevo”!</p><script>a()</script><p>💊</p><script>a()</script>',
  )
})

test.each([
  '<script>alert(1)</script>',
  '<script nonce="">alert(1)</script>',
  '<script nonce="4f1c9a52">alert(1)</script>',
  '<SCRIPT>alert(1)</SCRIPT>',
  "<script data-html='",
  '<script src="/x.js" ',
  '<p title="<script nonce=">',
])('gives no hash to the injected %j', (injected) => {
  const page = pageOf(`<main>${injected}</main><script nonce="${NONCE}">a()</script>`)
  expect(page.scriptSources).toBe(A)
})
