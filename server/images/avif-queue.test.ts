import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { appsOnEachStore } from '#tests/image-stores.ts'
import { image, noise } from '#tests/images.ts'
import { AvifQueue } from './avif-queue.ts'
import { encodeImage } from './encode.ts'
import type { ImageKind } from './image-kinds.ts'
import type { ImageStore } from './image-store.ts'
import { openImageStore } from './open-store.ts'

const put = async (images: ImageStore, kind: ImageKind, bytes: Buffer) =>
  images.put(kind, await encodeImage(kind, bytes))

/** The process starts in a second, on a busy machine in several. */
const MADE = { timeout: 30_000, interval: 100 }

describe.each(await appsOnEachStore())('AVIF versions on $store', ({ send, images, files }) => {
  test('the first request gets WebP for a minute, a later one the smaller AVIF for good', async () => {
    const name = await put(images, 'product', await noise(640, 640))
    const ask = (width: number) =>
      send(productCalls.productImage, { params: { photo: name }, query: { width, format: 'avif' } })
    const first = await ask(200)
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=60',
    })
    await vi.waitFor(
      async () => expect((await ask(200)).headers).toMatchObject({ 'content-type': 'image/avif' }),
      MADE,
    )
    const { headers, body } = await ask(320)
    expect(headers['cache-control']).toContain('immutable')
    expect(await sharp(body as unknown as Buffer).metadata()).toMatchObject({ format: 'heif', width: 320 })
    expect(Number(headers['content-length'])).toBeLessThan(Number(first.headers['content-length']))
    // A copy that is still being made when its image is removed is removed too.
    expect((await ask(640)).headers['content-type']).toBe('image/webp')

    await images.remove('product', name)
    await vi.waitFor(async () => expect(await files()).toEqual([]), 20_000)
    expect((await ask(320)).status).toBe(404)
  })
})

test('makes no version of private images, and reports a damaged one once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'botica-avif-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const images = await openImageStore({ dataDir })
  const onError = vi.fn()
  const queue = new AvifQueue(images, onError)
  const proof = await put(images, 'proof', await image())
  const damaged = await images.put('product', new Map([[160, Buffer.from('damaged')]]))
  const good = await put(images, 'product', await image())
  queue.add('proof', proof, 1600)
  queue.add('product', damaged, 160)
  queue.add('product', good, 160)
  await vi.waitFor(async () => expect(await images.readAvif('product', good, 160)).not.toBeNull(), MADE)
  expect(onError).toHaveBeenCalledOnce()
  queue.add('product', damaged, 160)
  queue.add('product', good, 320)
  await vi.waitFor(async () => expect(await images.readAvif('product', good, 320)).not.toBeNull(), MADE)
  expect(onError).toHaveBeenCalledOnce()
  expect(await images.readAvif('proof', proof, 1600)).toBeNull()
  await queue.stop()
  queue.add('product', good, 640)
  await queue.stop()
  expect(await images.readAvif('product', good, 640)).toBeNull()
})
