import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { carouselCalls } from '#contract/carousel.ts'
import { requestCalls } from '#contract/requests.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, unique } from '#tests/factories.ts'
import { filesIn } from '#tests/image-stores.ts'
import { bomb, image, multipart, noise } from '#tests/images.ts'
import { s3Env } from '#tests/s3.ts'

const { app, config, database, send } = await createTestApp()
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const origin = `http://127.0.0.1:${port}`
const admin = await makeUser(database, { role: 'Administrador' })
const folder = join(config.dataDir, 'images')

const FORM = '/api/prescription-book/create-prescription-book'
const fields = () => ({
  fullname: 'Ana Soto',
  phone: '912345678',
  email: `ana${unique()}@correo.cl`,
  product: 'Crema',
  message: 'Necesito una crema.',
})
const upload = (bytes: Buffer | string, name = 'receta.jpg', to: { send: typeof send } = { send }) =>
  to.send(requestCalls.createPrescriptionRequest, { form: multipart(fields(), ['photo', bytes, name]) })
const counts = async () => ({
  rows: (await database.selectFrom('form_requests').select('id').execute()).length,
  files: (await filesIn(folder)).length,
})
/** The image of the newest form request, as it is served. */
async function servedImage(): Promise<Buffer> {
  const { body } = await send(requestCalls.listRequests, {
    query: { page: 1, pageSize: 1 },
    token: admin.token,
  })
  const { photo } = body.data[0]!
  expect(photo).toMatch(/^[0-9a-f]{32}\.webp$/)
  const answer = await send(requestCalls.prescriptionImage, { params: { photo }, token: admin.token })
  expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  return answer.body as unknown as Buffer
}
const expectAlive = async () => expect((await fetch(`${origin}/api/category`)).status).toBe(200)

describe('a file that is not an image, whatever its name', () => {
  test.each([
    ['an HTML page', '<!doctype html><script>alert(1)</script>'],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>',
    ],
    ['an HTML page that begins like a GIF', 'GIF89a/*<script>alert(1)</script>*/=1;'],
    ['a PDF', '%PDF-1.7 1 0 obj'],
    ['a program', '\x7fELF\x02\x01\x01 and more of it'],
  ])('%s is refused with 415, and nothing is stored', async (_, bytes) => {
    const before = await counts()
    expect(await upload(bytes)).toMatchObject({ status: 415, body: { code: 'WRONG_KIND' } })
    expect(await counts()).toEqual(before)
  })
})

describe('data hidden in an image', () => {
  test.each(['jpeg', 'png'] as const)('a script after the end of a %s is not served', async (format) => {
    const polyglot = Buffer.concat([
      await image(format),
      Buffer.from('<script>alert(document.cookie)</script>'),
    ])
    expect((await upload(polyglot)).status).toBe(201)
    expect((await servedImage()).includes('script')).toBe(false)
  })

  test('the place where a photo was taken is not served', async () => {
    const photo = await sharp(await image())
      .withExif({ IFD0: { Artist: 'Ana Soto' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 26/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif?.includes('Ana Soto')).toBe(true)
    expect((await upload(photo)).status).toBe(201)
    const { exif, xmp, iptc } = await sharp(await servedImage()).metadata()
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
  })

  test('400 megapixels in 50 kB are refused, while the server keeps answering', async () => {
    const before = await counts()
    const [answer] = await Promise.all([
      upload(bomb(20_000, 20_000), 'bomba.png'),
      expectAlive(),
      expectAlive(),
    ])
    expect(answer).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    expect(await counts()).toEqual(before)
  })
})

describe('a file name', () => {
  const hostile = [
    '../../../../etc/passwd.jpg',
    '..\\..\\windows\\win.jpg',
    'a\r\nSet-Cookie: x=1.jpg',
    `${'largo'.repeat(80)}.jpg`,
    '<img src=x onerror=alert(1)>.jpg',
    '\u202Egpj.exe.jpg',
    '%2e%2e%2fx.jpg',
    "'; drop table users; --.jpg",
  ]

  test.each(hostile)('%j does not become a path on the disk', async (name) => {
    expect((await upload(await image(), name)).status).toBe(201)
    await servedImage()
    for (const file of await filesIn(config.dataDir)) expect(file).toMatch(/^[0-9a-f]{32}-\d+\.webp$/)
  })

  test('is shown in the carousel as one short line', async () => {
    const photo = await image()
    const form = multipart({}, ...hostile.map((name) => ['files', photo, name] as const))
    await send(carouselCalls.addCarouselImages, { form, token: admin.token })
    const { body } = await send(carouselCalls.listCarousel, { token: admin.token })
    expect(body.data).toHaveLength(hostile.length)
    for (const { name } of body.data) {
      expect(name).toMatch(/^[^/\\\p{C}]{1,120}$/u)
    }
    expect(body.data[0]!.name).toBe('passwd.jpg')
  })
})

describe('a malformed or oversized form', () => {
  const BOUNDARY = 'frontera'
  const post = (body: BodyInit, type = `multipart/form-data; boundary=${BOUNDARY}`, path = FORM) =>
    fetch(`${origin}${path}`, { method: 'POST', headers: { 'content-type': type }, body })
  const part = (name: string, content: string, extra = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\n${content}\r\n`
  const end = `--${BOUNDARY}--\r\n`

  test.each<[string, () => Promise<Response>, number[]]>([
    [
      '3,000 fields',
      () => post(Array.from({ length: 3_000 }, (_, index) => part(`f${index}`, 'x')).join('') + end),
      [400, 413],
    ],
    [
      '3,000 files',
      () =>
        post(Array.from({ length: 3_000 }, () => part('photo', 'x', '; filename="a.jpg"')).join('') + end),
      [400, 413],
    ],
    ['a file of 30 MB', () => post(part('photo', 'x'.repeat(30_000_000), '; filename="a.jpg"') + end), [413]],
    ['a field of 30 MB', () => post(part('message', 'x'.repeat(30_000_000)) + end), [400, 413]],
    ['a name of 1 MB', () => post(part('x'.repeat(1_000_000), 'x') + end), [400, 413]],
    ['no boundary', () => post(part('product', 'x') + end, 'multipart/form-data'), [400, 415]],
    ['another boundary', () => post(part('product', 'x') + end, 'multipart/form-data; boundary=otra'), [400]],
    ['no end', () => post(part('product', 'x')), [400]],
    ['an end in the middle of a header', () => post(`--${BOUNDARY}\r\nContent-Dispo`), [400]],
    ['nothing in it', () => post(''), [400]],
    ['noise in it', () => post(new Uint8Array(100_000).fill(0xd8)), [400]],
    ['JSON in place of a form', () => post('{}', 'application/json'), [415]],
    [
      'a form in place of JSON',
      () => post(part('a', 'b') + end, undefined, '/api/prescription-book/create-contact'),
      [400, 415],
    ],
    ['a prototype', () => post(part('__proto__', 'x') + part('constructor', 'x') + end), [400]],
  ])('%s is refused', async (_, request, statuses) => {
    const before = await counts()
    const answer = await request()
    expect(statuses).toContain(answer.status)
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^[A-ZÁÉÍÓÚÑ]/) })
    await expectAlive()
    expect(await counts()).toEqual(before)
  })

  test('a body that is cut off leaves nothing, and the server keeps answering', async () => {
    const before = await counts()
    const body = part('photo', 'x'.repeat(50_000), '; filename="a.jpg"')
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.end(
          `POST ${FORM} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
            `Content-Length: ${body.length * 2}\r\n\r\n${body}`,
        )
      })
      socket.on('error', () => {}).on('close', () => resolve())
      socket.resume()
    })
    await expectAlive()
    expect(await counts()).toEqual(before)
  })

  test('a file of 8 MB is read, one byte more is not', async () => {
    const whole = Buffer.concat([await image(), Buffer.alloc(8 * 1024 * 1024)])
    expect((await upload(whole.subarray(0, 8 * 1024 * 1024))).status).toBe(201)
    expect(await upload(whole.subarray(0, 8 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE' },
    })
  })
})

const run = promisify(execFile)
/** Mounts a disk of 1 MB, which only root on Linux may do. */
async function mountSmallDisk(place: string) {
  await mkdir(place, { recursive: true })
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).then(
    () => true,
    () => false,
  )
  return { mounted, unmount: () => run('umount', [place]) }
}

describe('an image store that fails', () => {
  test('a full disk is answered with 507 and leaves no row; later uploads work', async (context) => {
    const shop = await createTestApp()
    const place = join(shop.config.dataDir, 'images')
    const { mounted, unmount } = await mountSmallDisk(place)
    if (!mounted) return context.skip('mounting a small disk needs root on Linux')
    try {
      const big = await noise(1_600, 1_600)
      const rows = () => shop.database.selectFrom('form_requests').select('id').execute()
      expect((await upload(await image(), 'a.jpg', shop)).status).toBe(201)
      const answers = [await upload(big, 'b.jpg', shop), await upload(big, 'c.jpg', shop)]
      expect(answers.at(-1)).toMatchObject({ status: 507, body: { code: 'DISK_FULL' } })
      const stored = 1 + answers.filter(({ status }) => status === 201).length
      expect(await rows()).toHaveLength(stored)
      expect(await filesIn(place)).toHaveLength(stored)
      expect((await upload(await image(), 'd.jpg', shop)).status).toBe(201)
    } finally {
      await unmount()
    }
  })

  test('an unreachable store is answered with 503, for uploads and for images, and no row is written', async () => {
    const shop = await createTestApp(s3Env('http://127.0.0.1:1'))
    expect(await upload(await image(), 'a.jpg', shop)).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
      headers: { 'retry-after': expect.any(String) },
    })
    expect(await shop.database.selectFrom('form_requests').select('id').execute()).toEqual([])
    const photo = `${'0'.repeat(32)}.webp`
    expect((await shop.send(carouselCalls.carouselImage, { params: { photo }, query: {} })).status).toBe(503)
  })
})
