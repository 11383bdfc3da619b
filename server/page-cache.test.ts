import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createPageCache, Page } from './page-cache.ts'

/** A cache whose clock and whose renderings the test holds. */
function cacheOf(answer: (url: string) => Page = (url) => new Page(200, null, url)) {
  const rendered: string[] = []
  const clock = { now: 0 }
  const pageAt = createPageCache(
    async (url) => {
      rendered.push(url)
      return answer(url)
    },
    () => clock.now,
  )
  return { pageAt, rendered, clock }
}

describe('the cache', () => {
  test('renders once for everybody who asks at the same time', async () => {
    const { pageAt, rendered } = cacheOf()
    const pages = await Promise.all(Array.from({ length: 50 }, () => pageAt('/tienda')))
    expect(rendered).toEqual(['/tienda'])
    expect(new Set(pages).size).toBe(1)
  })

  test('keeps a page for a second from when it was ready', async () => {
    const { pageAt, rendered, clock } = cacheOf()
    await pageAt('/')
    clock.now = 999
    await pageAt('/')
    expect(rendered).toHaveLength(1)
    clock.now = 1_000
    await pageAt('/')
    expect(rendered).toHaveLength(2)
  })

  test('keeps neither a failure nor a page that could not be rendered', async () => {
    let status = 503
    const { pageAt, rendered } = cacheOf(() => {
      if (status === 0) throw new Error('broken')
      return new Page(status, null, 'page')
    })
    expect((await pageAt('/')).status).toBe(503)
    status = 0
    await expect(pageAt('/')).rejects.toThrow('broken')
    status = 200
    expect((await pageAt('/')).status).toBe(200)
    expect(rendered).toHaveLength(3)
  })

  test('forgets the page that was not asked for the longest when there are too many', async () => {
    const { pageAt, rendered } = cacheOf()
    for (let number = 0; number < 500; number += 1) await pageAt(`/?${number}`)
    await pageAt('/?0')
    await pageAt('/?new')
    rendered.length = 0
    await pageAt('/?0')
    await pageAt('/?1')
    expect(rendered).toEqual(['/?1'])
  })

  test('holds no more than its bytes', async () => {
    const large = 'x'.repeat(20 * 1024 * 1024)
    const { pageAt, rendered } = cacheOf(() => new Page(200, null, large))
    await pageAt('/one')
    await pageAt('/two')
    await pageAt('/one')
    expect(rendered).toEqual(['/one', '/two', '/one'])
  })
})

describe('a page', () => {
  test('has the same body in every encoding', () => {
    const page = new Page(200, null, '<p>Ñandú</p>')
    expect(brotliDecompressSync(page.body('br')).toString()).toBe('<p>Ñandú</p>')
    expect(gunzipSync(page.body('gzip')).toString()).toBe('<p>Ñandú</p>')
    expect(page.body('identity').toString()).toBe('<p>Ñandú</p>')
  })

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
})
