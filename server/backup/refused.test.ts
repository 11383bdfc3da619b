import { createHash } from 'node:crypto'
import { appendFile, copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/app.ts'
import { backUp, makeBackupsFolder, restore, rowsOf } from '#tests/backups.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { filesIn } from '#tests/image-stores.ts'
import { image } from '#tests/images.ts'
import { createOlderDatabase } from '#tests/older-database.ts'
import { readMigrations } from '../database/apply-migrations.ts'
import { migrationNames } from '../database/migrate.ts'
import { storeImage } from '../images/store-image.ts'
import { MANIFEST, SUMS, tablePath } from './manifest.ts'
import { checkBackup } from './restore-backup.ts'

// Restoring each backup is refused, and nothing is changed.

const shelf = await makeBackupsFolder()
const shop = await createTestApp()
const { database } = shop
await makeUser(database)
// Older versions know this condition of sale by its flags.
const product = await makeProduct(database, { sale_condition: 'simple' })
await storeImage(shop.images, { kind: 'product', bytes: await image() }, (photo) =>
  database.updateTable('products').set({ photo }).where('id', '=', product.id).execute(),
)
const folder = join(shelf, 'respaldo')
await backUp(shop, folder)
const target = await createTestApp()
const untouched = await rowsOf(target.database)

async function makeDamaged(damage: (copy: string) => Promise<void>) {
  const copy = await mkdtemp(join(shelf, 'copia-'))
  await cp(folder, copy, { recursive: true })
  await damage(copy)
  return copy
}
const firstImage = async (copy: string) => {
  const paths = await readdir(join(copy, 'images'), { recursive: true })
  return join(copy, 'images', paths.find((path) => path.endsWith('.webp'))!)
}
async function rewriteManifest(
  copy: string,
  change: (manifest: { migrations: string[]; tables: { rows: number }[] }) => void,
) {
  const manifest = JSON.parse(await readFile(join(copy, MANIFEST), 'utf8'))
  change(manifest)
  const text = JSON.stringify(manifest)
  await writeFile(join(copy, MANIFEST), text)
  const sum = createHash('sha256').update(text).digest('hex')
  const sums = await readFile(join(copy, SUMS), 'utf8')
  await writeFile(join(copy, SUMS), sums.replace(/^\w+ {2}manifest\.json$/m, `${sum}  ${MANIFEST}`))
}

test.each<[string, (copy: string) => Promise<void>, string]>([
  [
    'a table with an extra byte',
    (copy) => appendFile(join(copy, tablePath('orders')), 'x'),
    'dañado: tables/orders',
  ],
  ['a table that is missing', (copy) => rm(join(copy, tablePath('users'))), 'dañado: tables/users'],
  ['an image changed', async (copy) => appendFile(await firstImage(copy), 'x'), 'dañado: images/'],
  ['an image that is missing', async (copy) => rm(await firstImage(copy)), 'dañado: images/'],
  ['a manifest changed', (copy) => appendFile(join(copy, MANIFEST), ' '), 'dañado: manifest.json'],
  ['no manifest', (copy) => rm(join(copy, MANIFEST)), 'no es un respaldo de Botica'],
  ['no checksums', (copy) => rm(join(copy, SUMS)), 'no es un respaldo de Botica'],
  [
    'a path that leaves the folder',
    async (copy) => appendFile(join(copy, SUMS), `${'0'.repeat(64)}  images/../../otro\n`),
    'no es un respaldo de Botica',
  ],
  [
    'another format',
    (copy) => rewriteManifest(copy, (manifest) => Object.assign(manifest, { version: 2 })),
    'no es un respaldo',
  ],
  [
    'a newer version',
    (copy) => rewriteManifest(copy, (manifest) => manifest.migrations.push('999-x')),
    'otra versión',
  ],
  [
    'a version that is too old',
    (copy) =>
      rewriteManifest(copy, ({ migrations }) =>
        migrations.splice(0, migrations.length, '001-initial', '002-mails'),
      ),
    'demasiado antigua para esta (llega hasta 002-mails)',
  ],
  [
    'fewer rows than declared',
    (copy) =>
      rewriteManifest(copy, (manifest) =>
        manifest.tables.forEach((table) => {
          table.rows += 1
        }),
      ),
    'debía tener',
  ],
])('refuses %s', async (_, damage, message) => {
  const copy = await makeDamaged(damage)
  await expect(restore(copy, target)).rejects.toThrow(message)
  expect(await rowsOf(target.database)).toEqual(untouched)
  expect(await filesIn(target.config.dataDir)).toEqual([])
})

test('refuses a folder of another program', async () => {
  const foreign = await mkdtemp(join(shelf, 'ajena-'))
  await copyFile('package.json', join(foreign, MANIFEST))
  await expect(checkBackup(foreign, shop.config)).rejects.toThrow('no es un respaldo de Botica')
  await expect(checkBackup(join(shelf, 'nada'), shop.config)).rejects.toThrow('no es un respaldo de Botica')
})

test('refuses a database with rows', async () => {
  const before = [await rowsOf(database), await filesIn(shop.config.dataDir)]
  await expect(restore(folder, shop)).rejects.toThrow(/base de datos vacía, y esta tiene datos \(.*users/)
  expect([await rowsOf(database), await filesIn(shop.config.dataDir)]).toEqual(before)
})

test('after all refusals the same database accepts the backup', async () => {
  await restore(folder, target)
  expect((await rowsOf(target.database)).users!.length).toBeGreaterThan(0)
})

test('the last version before the baseline is not too old: its backup is restored, then migrated', async () => {
  const empty = await createTestApp()
  const old = { ...empty, database: await createOlderDatabase() }
  await sql`drop schema public cascade`.execute(empty.database)
  await sql`create schema public`.execute(empty.database)
  const older = join(shelf, 'anterior')
  await backUp(old, older)
  await rewriteManifest(older, ({ migrations }) =>
    migrations.splice(0, migrations.length, '001-baseline', '040-sale-conditions', '080-unavailable'),
  )
  await restore(older, empty)
  expect(await empty.database.selectFrom('orders').select(['email', 'total']).execute()).toEqual([
    { email: 'ana@ejemplo.cl', total: 1_990 },
  ])
  expect(await readMigrations(empty.database)).toEqual(migrationNames)
})
