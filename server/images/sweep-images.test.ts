import { randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { appsOnEachStore, listFiles } from '#tests/image-stores.ts'
import { imageColumns } from './image-columns.ts'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { sweepImages } from './sweep-images.ts'

const kinds = Object.keys(imageKinds) as ImageKind[]
const inventName = () => `${randomBytes(16).toString('hex')}.webp`

describe.each(await appsOnEachStore())('the sweep of $store', ({ database, images, folder, store }) => {
  const warn = vi.fn<(text: string) => void>()
  const sweep = async () => {
    await sql`delete from rate_limits`.execute(database)
    return sweepImages({ database, images }, warn)
  }
  const exists = async (kind: ImageKind, name: string) => (await images.read(kind, name)) !== null

  /** Stores an image with files of that age in hours. */
  const put = async (kind: ImageKind, hours: number) => {
    const widths = imageKinds[kind].widths.map((width) => [width, Buffer.from('image')] as const)
    const name = await images.put(kind, new Map(widths))
    await age(name.slice(0, -5), hours)
    return name
  }
  const age = async (stem: string, hours: number) => {
    const date = new Date(Date.now() - hours * 60 * 60 * 1000)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.name.startsWith(stem)) await utimes(join(entry.parentPath, entry.name), date, date)
  }

  /** Writes a row that names an image. */
  const writeRow: Record<ImageKind, (name: string) => Promise<unknown>> = {
    product: async (photo) => {
      const { id } = await makeProduct(database)
      return database.updateTable('products').set({ photo }).where('id', '=', id).execute()
    },
    user: async (photo) => {
      const { id } = await makeUser(database)
      return database.updateTable('users').set({ photo }).where('id', '=', id).execute()
    },
    carousel: (photo) =>
      sql`insert into carousel_images (photo, name, position)
        select ${photo}, 'Imagen', coalesce(max(position), 0) + 1 from carousel_images`.execute(database),
    prescription: (photo) =>
      sql`insert into form_requests (type_form, fullname, email, message, photo)
        values ('prescription-book', 'Ana', 'ana@correo.cl', 'Urea', ${photo})`.execute(database),
    proof: (payment) => writeOrder(payment),
    'order-prescription': async (photo) =>
      sql`insert into order_prescriptions (order_id, page, photo) values (${await writeOrder('')}, 1, ${photo})`.execute(
        database,
      ),
  }
  const writeOrder = async (payment: string) => {
    const user = await makeUser(database)
    const { rows } = await sql<{ id: string }>`
      insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total, payment)
      values (${user.id}, 'Ana', 'Soto', 'Calle 1', 'Ñuñoa', '1', '1', 'ana@correo.cl', 0, ${payment})
      returning id`.execute(database)
    return rows[0]!.id
  }
  const putWithRow = async (kind: ImageKind, hours: number) => {
    const name = await put(kind, hours)
    await writeRow[kind](name)
    return name
  }

  beforeEach(async () => {
    warn.mockClear()
    for (const table of ['orders', 'form_requests', 'carousel_images', 'products', 'users'] as const)
      await database.deleteFrom(table).execute()
    for (const kind of kinds)
      for (const { name } of await listFiles(images, kind)) await images.remove(kind, name)
  })

  test('removes images without a row that are older than a day, and no others', async () => {
    const kept: [ImageKind, string][] = []
    const orphans: [ImageKind, string][] = []
    for (const kind of kinds) {
      kept.push([kind, await putWithRow(kind, 50)], [kind, await putWithRow(kind, 0)])
      kept.push([kind, await put(kind, 22)])
      orphans.push([kind, await put(kind, 26)])
    }
    expect(await sweep()).toBe(orphans.length)
    for (const [kind, name] of kept) expect([kind, await exists(kind, name)]).toEqual([kind, true])
    for (const [kind, name] of orphans) expect([kind, await exists(kind, name)]).toEqual([kind, false])
    for (const kind of kinds)
      expect(new Set((await listFiles(images, kind)).map(({ name }) => name)).size).toBe(3)
    expect(await sweep()).toBe(0)
    expect(warn).not.toHaveBeenCalled()
  })

  test('leaves images that are newer than every image with a row: the rows may be an older copy', async () => {
    await putWithRow('product', 60)
    const older = await put('product', 80)
    const newer = await put('user', 40)
    expect(await sweep()).toBe(1)
    expect(await exists('product', older)).toBe(false)
    expect(await exists('user', newer)).toBe(true)
    // An AVIF version is made at any time: it doesn't make its image newer.
    const named = await putWithRow('product', 60)
    await images.putAvif('product', named, 160, Buffer.from('avif'))
    expect(await sweep()).toBe(0)
    expect(await exists('user', newer)).toBe(true)
  })

  test('removes an AVIF version whose image is gone, and doesn’t take one for a named image', async () => {
    await putWithRow('product', 0)
    const [left, missing] = [await put('product', 0), await putWithRow('product', 0)]
    for (const name of [left, missing]) {
      await images.remove('product', name)
      await images.putAvif('product', name, 160, Buffer.from('avif'))
      await age(name.slice(0, -5), 30)
    }
    expect(await sweep()).toBe(1)
    expect(await images.readAvif('product', left, 160)).toBeNull()
    expect(warn.mock.calls).toEqual([[`Faltan 1 imágenes que nombra la base de datos: product/${missing}`]])
  })

  test('removes nothing when most images have no row, as with the database of another shop', async () => {
    for (let n = 0; n < 12; n += 1) await put('carousel', 30)
    await putWithRow('carousel', 0)
    expect(await sweep()).toBe(0)
    expect(warn.mock.calls).toEqual([
      ['Ninguna fila nombra 12 de 12 imágenes. ¿Son de otra base de datos? No se borró ninguna.'],
    ])
    expect(await listFiles(images, 'carousel')).toHaveLength(13 * 3)
  })

  test('reports rows of every kind whose image is missing', async () => {
    const missing: string[] = []
    for (const kind of kinds) {
      await putWithRow(kind, 30)
      const name = inventName()
      await writeRow[kind](name)
      missing.push(`${kind}/${name}`)
    }
    expect(await sweep()).toBe(0)
    expect(warn.mock.calls).toEqual([
      [`Faltan 6 imágenes que nombra la base de datos: ${missing.join(', ')}`],
    ])
  })

  test('reports the number of missing images and twenty names, of any number of rows', async () => {
    const stored = await putWithRow('carousel', 30)
    await sql`
      insert into carousel_images (photo, name, position)
      select md5(n::text) || '.webp', 'Imagen', n + 1 from generate_series(1, 6000) n`.execute(database)
    await sweep()
    const [[text = ''] = []] = warn.mock.calls
    expect(text).toContain('Faltan 6000 imágenes')
    expect(text.match(/carousel\//g)).toHaveLength(20)
    expect(text).not.toContain(stored)
  })

  test('runs once an hour, however many servers there are', async () => {
    await putWithRow('product', 0)
    await put('product', 30)
    await sql`delete from rate_limits`.execute(database)
    const removed = await Promise.all(
      Array.from({ length: 4 }, () => sweepImages({ database, images }, warn)),
    )
    expect(removed.toSorted()).toEqual([0, 0, 0, 1])
    await put('product', 30)
    expect(await sweepImages({ database, images }, warn)).toBe(0)
  })

  test.runIf(store === 'the disk')('removes the temporary files of a killed server', async () => {
    await putWithRow('proof', 0)
    const stem = inventName().slice(0, -5)
    const place = join(folder, 'proof', stem.slice(0, 2))
    await images.put('proof', new Map([[1600, Buffer.from('image')]]), stem)
    await images.remove('proof', `${stem}.webp`)
    await writeFile(join(place, `${stem}-1600.webp.part`), 'half')
    await age(stem, 30)
    expect(await sweep()).toBe(1)
    // Another image's name may begin with the same two digits.
    expect((await readdir(place)).filter((name) => name.startsWith(stem))).toEqual([])
  })

  test('imageColumns lists every column that names images', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name::text as table, column_name::text as column from information_schema.columns
      where table_schema = current_schema() and column_name ~ 'photo|payment|proof|image|picture' and data_type = 'text'
        -- It compares proofs, and names none.
        and column_name <> 'proof_digest'
      order by 1, 2`.execute(database)
    const known = Object.values(imageColumns)
      .flat()
      .toSorted((a, b) => (a.table < b.table ? -1 : 1))
    expect(rows).toEqual(known)
  })
})
