import { expect, test } from 'vitest'
import { Page } from './rendered-page.ts'

test('allows its inline scripts by their hash, and not those with an address', () => {
  const page = new Page(
    200,
    null,
    '<script>a()</script><script type="module">b()</script><script src="/c.js"></script>',
  )
  expect(page.scripts.split(' ')).toEqual([
    "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='",
    "'sha256-cf242PFc/kb7xD0Qzhsmd9vvRkc+cWFmbi+k+YvtdKc='",
  ])
})
