import { afterEach, describe, expect, test } from 'vitest'
import { carouselCalls } from '#contract/carousel.ts'
import { makeUser } from '#tests/factories.ts'
import { appsOnEachStore } from '#tests/image-stores.ts'
import { image, multipart } from '#tests/images.ts'
import { removeQueuedImages } from '../../images/image-removals.ts'

const apps = await appsOnEachStore()
const photo = await image()

describe.each(apps)('the carousel, on $store', ({ database, images, send, files }) => {
  const staff = makeUser(database, { role: 'Marketing' })
  const token = async () => (await staff).token
  const list = async () => (await send(carouselCalls.listCarousel, { token: await token() })).body
  const add = async (...names: string[]) =>
    send(carouselCalls.addCarouselImages, {
      form: multipart({}, ...names.map((name) => ['files', photo, name] as const)),
      token: await token(),
    })
  const order = async (ids: string[], version?: string) =>
    send(carouselCalls.reorderCarousel, {
      body: { data: ids.map((_id, index) => ({ _id, position: index + 1 })), version },
      token: await token(),
    })
  const remove = async (id: string) =>
    send(carouselCalls.deleteCarouselImage, { params: { id }, token: await token() })
  const ids = async () => (await list()).data.map(({ _id }) => _id)
  const positions = async () => (await list()).data.map(({ position }) => position)
  const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

  afterEach(async () => {
    const rows = await database.deleteFrom('carousel_images').returning('photo').execute()
    await Promise.all(rows.map((row) => images.remove('carousel', row.photo)))
  })

  test('several images are added at the end, in order, visible', async () => {
    await add('primera.jpg')
    expect(await add('segunda.jpg', 'tercera.png')).toMatchObject({
      status: 201,
      body: { message: 'Imagen(es) guardada' },
    })
    const { data } = await list()
    expect(data.map(({ name, position, state }) => [name, position, state])).toEqual([
      ['primera.jpg', 1, true],
      ['segunda.jpg', 2, true],
      ['tercera.png', 3, true],
    ])
    const seen = await send(carouselCalls.carouselImage, {
      params: { photo: data[1]!.photo },
      query: { width: 640 },
    })
    expect(seen).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
  })

  test('adds no image if one of several is invalid', async () => {
    const form = multipart(
      {},
      ['files', photo, 'a.jpg'],
      ['files', 'no es imagen', 'b.jpg'],
      ['files', photo, 'c.jpg'],
    )
    const answer = await send(carouselCalls.addCarouselImages, { form, token: await token() })
    expect(answer).toMatchObject({ status: 415, body: { code: 'WRONG_KIND' } })
    expect(await ids()).toEqual([])
    expect(await files()).toEqual([])
    const none = await send(carouselCalls.addCarouselImages, { form: multipart({}), token: await token() })
    expect(none).toMatchObject({ status: 400, body: { issues: [{ path: 'files' }] } })
  })

  test('an image is deleted by its id or its file name, with its files; the positions close the gap', async () => {
    await add('a.jpg', 'b.jpg', 'c.jpg')
    const [a, b, c] = (await list()).data
    expect((await remove(a!._id)).status).toBe(200)
    expect((await list()).data.map(({ name, position }) => [name, position])).toEqual([
      ['b.jpg', 1],
      ['c.jpg', 2],
    ])
    expect((await remove(b!.photo)).status).toBe(200)
    expect(await removeQueuedImages(database, images)).toEqual({ removed: 2, errors: [] })
    expect(await images.read('carousel', b!.photo)).toBeNull()
    expect(await files()).toHaveLength(3)
    for (const gone of [a!._id, a!.photo, crypto.randomUUID(), '../x', '..%2fx', 'c.jpg', 'x'])
      expect([gone, (await remove(gone)).status]).toEqual([gone, 404])
    expect(await ids()).toEqual([c!._id])
  })

  test('delete refuses images of other kinds', async () => {
    const product = await images.put('product', new Map([[160, photo]]))
    expect((await remove(product)).status).toBe(404)
    expect(await images.read('product', product)).not.toBeNull()
    await images.remove('product', product)
  })

  test('after many saves, additions and deletions at once the positions are 1 to n, in one of the saved orders', async () => {
    await add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg')
    const before = await ids()
    const sent = Array.from({ length: 30 }, (_, at) => [...before.slice(at % 5), ...before.slice(0, at % 5)])
    const saves = sent.map((list) => order(list))
    const others = [add('f.jpg'), remove(before[0]!), add('g.jpg', 'h.jpg'), remove(before[3]!)]
    const answers = await Promise.all([...saves, ...others])
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true)
    expect(answers.slice(30).map(({ status }) => status)).toEqual([201, 200, 201, 200])
    expect(await positions()).toEqual(upTo(6))
    const remaining = (await ids()).filter((id) => before.includes(id))
    const possible = sent.map((list) => list.filter((id) => id !== before[0] && id !== before[3]).join())
    expect(possible).toContain(remaining.join())
    await removeQueuedImages(database, images)
    expect(await files()).toHaveLength(18)
  })
})

describe('the carousel', () => {
  const { database, send } = apps[0]
  const staff = makeUser(database, { role: 'Marketing' })
  const token = async () => (await staff).token
  const list = async () => (await send(carouselCalls.listCarousel, { token: await token() })).body
  const reorder = async (data: unknown, version?: string) =>
    send(carouselCalls.reorderCarousel, { body: { data, version } as never, token: await token() })

  async function fill(n: number) {
    await database.deleteFrom('carousel_images').execute()
    const values = Array.from({ length: n }, (_, at) => ({
      photo: `${at}`.padStart(32, '0'),
      name: `${at}`,
      position: at + 1,
    }))
    const rows = await database.insertInto('carousel_images').values(values).returning('id').execute()
    return rows.map(({ id }) => id)
  }
  const inPositions = (ids: string[]) => ids.map((_id, index) => ({ _id, position: index + 1 }))

  test('the link of an image is a path of the shop; another address is refused and changes nothing', async () => {
    const [a, b] = (await fill(2)) as [string, string]
    const link = async (id: string, link: string) =>
      send(carouselCalls.setCarouselLink, { body: { id, link }, token: await token() })
    const links = async () => (await list()).data.map((image) => image.link)
    expect(await links()).toEqual(['', ''])
    expect((await link(a, ' /tienda?solo=oferta#lista ')).status).toBe(200)
    expect(await links()).toEqual(['/tienda?solo=oferta#lista', ''])
    for (const other of [
      'https://otra.example',
      '//otra.example',
      '/\\otra.example',
      '/\t/otra.example',
      'javascript:alert(1)',
      'tienda',
      `/${'a'.repeat(500)}`,
    ])
      expect([other, await link(b, other)]).toMatchObject([
        other,
        { status: 400, body: { issues: [{ path: 'link' }] } },
      ])
    expect((await link(crypto.randomUUID(), '/tienda')).status).toBe(404)
    expect((await link(a, '')).status).toBe(200)
    expect(await links()).toEqual(['', ''])
  })

  test('of two users who reorder the same list, the second one is refused; saving the current order again succeeds', async () => {
    const [a, b, c] = (await fill(3)) as [string, string, string]
    const seen = (await list()).version
    const both = await Promise.all([
      reorder(inPositions([c, b, a]), seen),
      reorder(inPositions([b, c, a]), seen),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'LIST_CHANGED' })
    const { data, version } = await list()
    const present = data.map(({ _id }) => _id)
    expect(present).toEqual(both[0]!.status === 200 ? [c, b, a] : [b, c, a])
    expect((await reorder(inPositions(present), seen)).status).toBe(200)
    expect((await reorder(inPositions([a, b, c]), version)).status).toBe(200)
  })

  test('an incomplete or repeated list, or positions other than 1 to n, are refused and change nothing', async () => {
    const [a, b, c] = (await fill(3)) as [string, string, string]
    const stranger = crypto.randomUUID()
    for (const data of [
      inPositions([a, b]),
      inPositions([a, b, b]),
      inPositions([a, b, stranger]),
      inPositions([a, b, c, stranger]),
      inPositions([a, b, 'x']),
      [],
      [1, 1, 2].map((position, at) => ({ _id: [c, b, a][at], position })),
      [1, 2, 4].map((position, at) => ({ _id: [c, b, a][at], position })),
    ])
      expect(await reorder(data)).toMatchObject({ status: 409, body: { code: 'LIST_CHANGED' } })
    for (const data of [
      'x',
      null,
      [{ _id: a }],
      [0, 1, 2].map((position, at) => ({ _id: [c, b, a][at], position })),
      [1.5, 2, 3].map((position, at) => ({ _id: [c, b, a][at], position })),
    ])
      expect((await reorder(data)).status).toBe(400)
    expect((await list()).data.map(({ _id }) => _id)).toEqual([a, b, c])
  })

  test('visitors see only the visible images; a state is a boolean or the words true and false', async () => {
    const [a, b] = (await fill(2)) as [string, string]
    const show = async (id: string, state: unknown) =>
      send(carouselCalls.setCarouselState, { body: { id, state } as never, token: await token() })
    expect((await show(a, false)).status).toBe(200)
    const visible = async () => (await send(carouselCalls.listCarousel, {})).body.data.map(({ _id }) => _id)
    expect(await visible()).toEqual([b])
    expect((await show(a, 'true')).status).toBe(200)
    expect(await visible()).toEqual([a, b])
    expect((await show(b, 'false')).status).toBe(200)
    expect(await visible()).toEqual([a])
    for (const state of [1, 0, '', 'no', null, 'Visible', [true]])
      expect([state, (await show(a, state)).status]).toEqual([state, 400])
    expect(await visible()).toEqual([a])
    for (const id of ['x', crypto.randomUUID()]) expect((await show(id, true)).status).toBe(404)
  })

  test('can be changed by staff only', async () => {
    const customer = await makeUser(database)
    const [a] = (await fill(1)) as [string]
    const as = { token: customer.token }
    const form = multipart({}, ['files', photo])
    for (const answer of [
      await send(carouselCalls.addCarouselImages, { form, ...as }),
      await send(carouselCalls.deleteCarouselImage, { params: { id: a }, ...as }),
      await send(carouselCalls.setCarouselState, { body: { id: a, state: false }, ...as }),
      await send(carouselCalls.reorderCarousel, { body: { data: inPositions([a]) }, ...as }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'NO_ACCESS' } })
    expect((await send(carouselCalls.deleteCarouselImage, { params: { id: a } })).status).toBe(401)
    expect((await list()).data).toMatchObject([{ _id: a, state: true }])
  })
})
