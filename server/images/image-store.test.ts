import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ImageStore, ImageStoreFull, ImageStoreUnavailable } from './image-store.ts'
import { openImageStore } from './open-store.ts'

const disk = vi.hoisted(() => ({ failure: null as string | null }))

// Only the failure of the disk is simulated, and only where a test asks for it.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return {
    ...real,
    rename: async (from: string, to: string) => {
      if (disk.failure && to.includes('-640'))
        throw Object.assign(new Error('failure'), { code: disk.failure })
      return real.rename(from, to)
    },
  }
})

const widths = new Map([160, 320, 640, 960].map((width) => [width, Buffer.from(`image of ${width}`)]))
let dataDir: string
let images: ImageStore

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'botica-images-'))
  images = await openImageStore({ dataDir })
})

afterEach(async () => {
  disk.failure = null
  await rm(dataDir, { recursive: true, force: true })
})

async function textOf(name: string, width?: number) {
  const found = await images.read('product', name, width)
  return found?.toString()
}

async function listFiles() {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('the image store on the disk', () => {
  it('makes unguessable names and leaves no temporary file', async () => {
    const names = await Promise.all([images.put('product', widths), images.put('product', widths)])
    expect(names[0]).toMatch(/^[0-9a-f]{32}\.webp$/)
    expect(new Set(names).size).toBe(2)
    const files = await listFiles()
    expect(files).toHaveLength(8)
    expect(files.every((file) => file.endsWith('.webp'))).toBe(true)
  })

  it.each([
    [1, 160],
    [160, 160],
    [161, 320],
    [700, 960],
    [960, 960],
    [4000, 960],
    [undefined, 960],
  ])('for the width %s, reads the image of %s', async (wanted, stored) => {
    expect(await textOf(await images.put('product', widths), wanted)).toBe(`image of ${stored}`)
  })

  it('reads any stored width when the kind had other widths before', async () => {
    const name = await images.put('product', new Map([[320, Buffer.from('only this')]]))
    expect(await images.read('product', name, 900)).toEqual(Buffer.from('only this'))
    expect(await textOf(name, 10)).toBe('only this')
  })

  it('returns null for another kind, another name and every name that could leave the folder', async () => {
    const name = await images.put('product', widths)
    await writeFile(join(dataDir, 'secret.webp'), 'secret')
    expect(await images.read('user', name)).toBeNull()
    const stem = name.slice(0, -5)
    const names = [
      `${'0'.repeat(32)}.webp`,
      '../secret.webp',
      '../../secret.webp',
      '..%2f..%2fsecret.webp',
      '..\\..\\secret.webp',
      join(dataDir, 'secret.webp'),
      `${name}\0`,
      `${stem}.webp\n`,
      `${stem}-160.webp`,
      stem,
      name.toUpperCase(),
      '.',
      '',
    ]
    for (const other of names) expect([other, await images.read('product', other)]).toEqual([other, null])
  })

  it('removes every width of this kind only, and may be repeated', async () => {
    const name = await images.put('product', widths)
    await images.remove('user', name)
    expect(await textOf(name)).toBe('image of 960')
    await images.remove('product', name)
    expect(await images.read('product', name)).toBeNull()
    await images.remove('product', name)
    await images.remove('product', '../secret.webp')
    expect(await listFiles()).toEqual([])
  })

  it('reports a full disk, leaves no file of the image, and works again afterwards', async () => {
    disk.failure = 'ENOSPC'
    await expect(images.put('product', widths)).rejects.toBeInstanceOf(ImageStoreFull)
    expect(await listFiles()).toEqual([])
    disk.failure = 'EIO'
    await expect(images.put('product', widths)).rejects.toBeInstanceOf(ImageStoreUnavailable)
    disk.failure = null
    expect(await textOf(await images.put('product', widths), 640)).toBe('image of 640')
  })

  it('is unavailable when its folder is a file', async () => {
    await writeFile(join(dataDir, 'images'), 'in the way')
    await expect(images.put('product', widths)).rejects.toBeInstanceOf(ImageStoreUnavailable)
    await expect(images.read('product', `${'0'.repeat(32)}.webp`)).rejects.toBeInstanceOf(
      ImageStoreUnavailable,
    )
  })
})
