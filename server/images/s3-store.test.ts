import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { filesIn } from '#tests/images.ts'
import { s3Env, startS3 } from '#tests/s3.ts'
import { ImageStoreAway, ImageStoreFull } from './image-store.ts'
import { openImageStore } from './open-store.ts'

const { env, folder } = await startS3()
const open = (variables: Record<string, string>) => openImageStore(readConfig(variables))
const images = await open(env)
const widths = new Map([160, 320, 640, 960].map((width) => [width, Buffer.from(`image of ${width}`)]))

/** A store that answers every request in its own way. */
async function oddStore(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return open(s3Env(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
}

describe('the image store in an S3-compatible store', () => {
  it('keeps an image at every width under an unguessable name, and reads the one asked for', async () => {
    const name = await images.put('product', widths)
    expect(name).toMatch(/^[0-9a-f]{32}\.webp$/)
    const read = async (width?: number) => (await images.read('product', name, width))?.body.toString()
    expect(await read(161)).toBe('image of 320')
    expect(await read()).toBe('image of 960')
    expect(await images.read('product', name, 160)).toMatchObject({ size: 'image of 160'.length })
  })

  it('reads what there is when the kept widths were others', async () => {
    const name = await images.put('product', new Map([[320, Buffer.from('only this')]]))
    expect((await images.read('product', name, 900))?.body.toString()).toBe('only this')
  })

  it('answers null for another kind, another name and every name that could leave its folder', async () => {
    const name = await images.put('product', widths)
    expect(await images.read('user', name)).toBeNull()
    for (const other of [`${'0'.repeat(32)}.webp`, `../product/${name}`, `${name}\0`, '', 'a/b'])
      expect([other, await images.read('product', other)]).toEqual([other, null])
  })

  it('removes every width, of this kind only, and takes a second time for done', async () => {
    const before = (await filesIn(folder)).length
    const name = await images.put('product', widths)
    await images.remove('user', name)
    expect(await images.read('product', name)).not.toBeNull()
    await images.remove('product', name)
    await images.remove('product', name)
    expect(await images.read('product', name)).toBeNull()
    expect(await filesIn(folder)).toHaveLength(before)
  })

  it('says that it is away when nobody listens, the bucket is missing or the key is wrong', async () => {
    const name = `${'0'.repeat(32)}.webp`
    for (const change of [
      { S3_ENDPOINT: 'http://127.0.0.1:1' },
      { S3_BUCKET: 'otro' },
      { S3_ACCESS_KEY_ID: 'falsa' },
    ]) {
      const away = await open({ ...env, ...change })
      await expect(away.put('product', widths), JSON.stringify(change)).rejects.toBeInstanceOf(ImageStoreAway)
      await expect(away.read('product', name), JSON.stringify(change)).rejects.toBeInstanceOf(ImageStoreAway)
    }
  })

  it('says that it is away, in seconds, when it never answers or stops in the middle', async () => {
    const name = `${'0'.repeat(32)}.webp`
    const mute = await oddStore(() => {})
    const halting = await oddStore((_, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('half')
    })
    const started = performance.now()
    await Promise.all([
      expect(mute.put('product', widths)).rejects.toBeInstanceOf(ImageStoreAway),
      expect(mute.read('product', name)).rejects.toBeInstanceOf(ImageStoreAway),
      expect(halting.read('product', name)).rejects.toBeInstanceOf(ImageStoreAway),
    ])
    expect(performance.now() - started).toBeLessThan(20_000)
  }, 30_000)

  it('says that it is full when the store says so', async () => {
    const full = await oddStore((request, response) => {
      request.resume().on('end', () => {
        response
          .writeHead(request.method === 'DELETE' ? 204 : 507, { 'content-type': 'application/xml' })
          .end(request.method === 'DELETE' ? undefined : '<Error><Code>XMinioStorageFull</Code></Error>')
      })
    })
    await expect(full.put('product', widths)).rejects.toBeInstanceOf(ImageStoreFull)
  })
})
