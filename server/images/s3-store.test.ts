import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pLimit from 'p-limit'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { filesIn, listFiles } from '#tests/image-stores.ts'
import { s3Env, startS3 } from '#tests/s3.ts'
import { ImageStoreFull, ImageStoreUnavailable } from './image-store.ts'
import { openImageStore } from './open-store.ts'

const { env, folder } = await startS3()
const open = (variables: Record<string, string>) => openImageStore(readConfig(variables))
const images = await open(env)
const widths = new Map([160, 320, 640, 960].map((width) => [width, Buffer.from(`image of ${width}`)]))

/** A store whose server answers every request with the listener. */
async function openFake(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return open(s3Env(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
}

describe('the image store in an S3-compatible store', () => {
  it('stores an image at every width under an unguessable name, and reads the wanted width', async () => {
    const name = await images.put('product', widths)
    expect(name).toMatch(/^[0-9a-f]{32}\.webp$/)
    const read = async (width?: number) => (await images.read('product', name, width))?.toString()
    expect(await read(161)).toBe('image of 320')
    expect(await read()).toBe('image of 960')
    expect(await images.read('product', name, 160)).toHaveLength('image of 160'.length)
  })

  it('reads any stored width when the kind had other widths before', async () => {
    const name = await images.put('product', new Map([[320, Buffer.from('only this')]]))
    expect((await images.read('product', name, 900))?.toString()).toBe('only this')
  })

  it('returns null for another kind, another name and every name that could leave its folder', async () => {
    const name = await images.put('product', widths)
    expect(await images.read('user', name)).toBeNull()
    for (const other of [`${'0'.repeat(32)}.webp`, `../product/${name}`, `${name}\0`, '', 'a/b'])
      expect([other, await images.read('product', other)]).toEqual([other, null])
  })

  it('removes every width of this kind only, and may be repeated', async () => {
    const before = (await filesIn(folder)).length
    const name = await images.put('product', widths)
    await images.remove('user', name)
    expect(await images.read('product', name)).not.toBeNull()
    await images.remove('product', name)
    await images.remove('product', name)
    expect(await images.read('product', name)).toBeNull()
    expect(await filesIn(folder)).toHaveLength(before)
  })

  it('lists more files than fit into one answer', async () => {
    const limit = pLimit(8)
    const put = () => images.put('user', new Map([96, 320].map((width) => [width, Buffer.from('x')])))
    const names = await Promise.all(Array.from({ length: 510 }, () => limit(put)))
    const listed = await listFiles(images, 'user')
    expect(listed.map(({ name }) => name).toSorted()).toEqual(
      names.flatMap((name) => [name, name]).toSorted(),
    )
    for (const { modifiedAt } of listed) expect(Date.now() - modifiedAt.getTime()).toBeLessThan(120_000)
  }, 60_000)

  it('is unavailable when nothing listens, the bucket is missing or the key is wrong', async () => {
    const name = `${'0'.repeat(32)}.webp`
    for (const change of [
      { S3_ENDPOINT: 'http://127.0.0.1:1' },
      { S3_BUCKET: 'otro' },
      { S3_ACCESS_KEY_ID: 'falsa' },
    ]) {
      const unavailable = await open({ ...env, ...change })
      await expect(unavailable.put('product', widths), JSON.stringify(change)).rejects.toBeInstanceOf(
        ImageStoreUnavailable,
      )
      await expect(unavailable.read('product', name), JSON.stringify(change)).rejects.toBeInstanceOf(
        ImageStoreUnavailable,
      )
      await expect(listFiles(unavailable, 'product'), JSON.stringify(change)).rejects.toBeInstanceOf(
        ImageStoreUnavailable,
      )
    }
  })

  it('is unavailable when the server never answers or stops in the middle', async () => {
    const name = `${'0'.repeat(32)}.webp`
    const mute = await openFake(() => {})
    const halting = await openFake((_, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('half')
    })
    await Promise.all([
      expect(mute.put('product', widths)).rejects.toBeInstanceOf(ImageStoreUnavailable),
      expect(mute.read('product', name)).rejects.toBeInstanceOf(ImageStoreUnavailable),
      expect(halting.read('product', name)).rejects.toBeInstanceOf(ImageStoreUnavailable),
    ])
  }, 30_000)

  it('reports a full store', async () => {
    const full = await openFake((request, response) => {
      request.resume().on('end', () => {
        response
          .writeHead(request.method === 'DELETE' ? 204 : 507, { 'content-type': 'application/xml' })
          .end(request.method === 'DELETE' ? undefined : '<Error><Code>XMinioStorageFull</Code></Error>')
      })
    })
    await expect(full.put('product', widths)).rejects.toBeInstanceOf(ImageStoreFull)
  })
})
