import { expect, test } from 'vitest'
import { RenderedPage } from './rendered-page.ts'

test('lists the hashes of its inline scripts, and leaves out scripts with a URL', () => {
  const page = new RenderedPage(
    200,
    null,
    '<script>a()</script><script type="module">b()</script><script src="/c.js"></script>',
  )
  expect(page.scriptSources.split(' ')).toEqual([
    "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='",
    "'sha256-cf242PFc/kb7xD0Qzhsmd9vvRkc+cWFmbi+k+YvtdKc='",
  ])
})
