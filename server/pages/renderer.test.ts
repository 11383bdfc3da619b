import { expect, test } from 'vitest'
import { allowOwnScripts } from './renderer.ts'

const NONCE = '4f1c9a52-7d0c-4a52-9a6e-0f2b5f3f9f10'
const A = "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='"
const B = "'sha256-cf242PFc/kb7xD0Qzhsmd9vvRkc+cWFmbi+k+YvtdKc='"

test('allows the inline scripts that the renderer wrote, each once, and removes the nonce from the page', () => {
  const script = `<script nonce="${NONCE}">a()</script>`
  expect(
    allowOwnScripts(
      `<link rel="modulepreload" nonce="${NONCE}" href="/c.js">${script}<p>¡Año “nuevo”! 💊</p><script type="module" nonce="${NONCE}" async="">b()</script><script nonce="${NONCE}" src="/c.js"></script>${script}`,
      NONCE,
    ),
  ).toEqual({
    html: '<link rel="modulepreload" href="/c.js"><script>a()</script><p>¡Año “nuevo”! 💊</p><script type="module" async="">b()</script><script src="/c.js"></script><script>a()</script>',
    scriptSources: `${A} ${B}`,
  })
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
  const html = `<main>${injected}</main><script nonce="${NONCE}">a()</script>`
  expect(allowOwnScripts(html, NONCE).scriptSources).toBe(A)
})
