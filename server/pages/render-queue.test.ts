import { expect, test } from 'vitest'
import { limitRendering } from './renderer.ts'

const page = (path: string) => ({ status: 200, location: null, html: path, scriptSources: '' })

test('renders two pages at once and the others in their order, and serves other requests in between', async () => {
  const events: string[] = []
  let [atOnce, most] = [0, 0]
  const render = limitRendering(async (path) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await Promise.resolve()
    atOnce -= 1
    events.push(path)
    return page(path)
  })
  const paths = Array.from({ length: 8 }, (_, index) => `/${index}`)
  const pages = paths.map(render)
  const request = new Promise<void>((resolve) => {
    setImmediate(() => {
      events.push('request')
      resolve()
    })
  })
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(paths.map(() => 200))
  await request
  expect(most).toBe(2)
  expect(events.filter((event) => event !== 'request')).toEqual(paths)
  expect(events.indexOf('request')).toBeLessThan(4)
})

test('a page that would wait for too long is refused, and not cached', async () => {
  const finish: (() => void)[] = []
  const render = limitRendering((path) => new Promise((resolve) => finish.push(() => resolve(page(path)))), 1)
  const [one, two, waiting, refused] = ['/1', '/2', '/3', '/4'].map(render)
  const { status, html } = await refused!
  expect(status).toBe(503)
  expect(html).toContain('Hay muchas visitas')
  for (const index of [0, 1]) finish[index]!()
  await Promise.all([one, two])
  finish[2]!()
  expect((await waiting!).status).toBe(200)
})

test('a page that can’t be rendered gives its place to the next one', async () => {
  let broken = true
  const render = limitRendering(async (path) => {
    if (broken) throw new Error('broken')
    return page(path)
  })
  for (let times = 0; times < 3; times += 1) await expect(render('/')).rejects.toThrow('broken')
  broken = false
  expect((await render('/')).status).toBe(200)
})
