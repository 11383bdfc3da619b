import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '#tests/app.ts'
import { makeProduct } from '#tests/factories.ts'
import { appsOnEachStore, listFiles } from '#tests/image-stores.ts'
import { image } from '#tests/images.ts'
import type { Db } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'
import { imageKinds } from './image-kinds.ts'
import { storeImage } from './store-image.ts'

const bytes = await image()

/** Saves a product's photo, and commits. */
const save = async (database: Db, photo: string) => {
  const { id } = await makeProduct(database)
  await database.updateTable('products').set({ photo }).where('id', '=', id).execute()
}
/** Ends its own connection, as a restart of PostgreSQL does. */
async function loseConnection(database: Db) {
  const client = new pg.Client({ connectionString: await addressOf(database) })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_terminate_backend(pg_backend_pid())')
}

describe.each(await appsOnEachStore())('an image on $store', ({ database, images, files }) => {
  beforeEach(async () => {
    await database.deleteFrom('products').execute()
    await database.deleteFrom('carousel_images').execute()
    for (const { name } of await listFiles(images, 'product')) await images.remove('product', name)
    for (const { name } of await listFiles(images, 'carousel')) await images.remove('carousel', name)
  })

  test('stays when the connection is lost after its row was committed', async () => {
    const stored = storeImage(images, { kind: 'product', bytes }, async (photo) => {
      await save(database, photo)
      await loseConnection(database)
    })
    await expect(stored).rejects.toMatchObject({ code: '57P01' })
    const { photo } = await database.selectFrom('products').select('photo').executeTakeFirstOrThrow()
    expect(await images.read('product', photo)).not.toBeNull()
  })

  test('stays when nobody knows whether its row was committed', async () => {
    for (const error of [
      new Error('Connection terminated unexpectedly'),
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      new Refusal('UNAVAILABLE'),
    ]) {
      const before = (await files()).length
      const stored = storeImage(images, { kind: 'product', bytes }, async () => {
        throw error
      })
      await expect(stored).rejects.toBe(error)
      expect(await files()).toHaveLength(before + imageKinds.product.widths.length)
    }
  })

  test('is removed when its row is refused', async () => {
    const stored = storeImage(images, { kind: 'product', bytes }, async () => {
      throw new Refusal('NOT_FOUND')
    })
    await expect(stored).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await files()).toEqual([])
  })

  test('is removed when PostgreSQL refuses the row', async () => {
    const stored = storeImage(images, { kind: 'product', bytes }, (photo) =>
      database.transaction().execute(async (tx) => {
        await save(tx, photo)
        await sql`update products set stock = -1`.execute(tx)
      }),
    )
    await expect(stored).rejects.toMatchObject({ code: '23514' })
    expect(await files()).toEqual([])
  })

  test('is removed when PostgreSQL refuses the COMMIT', async () => {
    await database
      .insertInto('carousel_images')
      .values({ photo: 'otra', name: 'Otra', position: 1 })
      .execute()
    const stored = storeImage(images, { kind: 'carousel', bytes }, (photo) =>
      database
        .transaction()
        .execute((tx) =>
          tx.insertInto('carousel_images').values({ photo, name: 'Esta', position: 1 }).execute(),
        ),
    )
    await expect(stored).rejects.toMatchObject({ code: '23505' })
    expect(await files()).toEqual([])
  })
})
