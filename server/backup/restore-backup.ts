import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { readMigrations } from '../database/apply-migrations.ts'
import { LAST_REPLACED, lastBeforeBaseline } from '../database/baseline.ts'
import { migrate, migrationNames } from '../database/migrate.ts'
import type { Db, Tx } from '../database/schema.ts'
import type { ImageStore } from '../images/image-store.ts'
import { putImages } from './images.ts'
import { BackupError, type Manifest, readBackup, tablePath } from './manifest.ts'
import { readTables, SEEDED, setSequence, type Table } from './tables.ts'

/** The most characters per statement. */
const BATCH = 1_000_000

/**
 * Checks a backup without a database.
 *
 * @throws BackupError
 */
export async function checkBackup(folder: string, { s3 }: { s3?: { bucket: string } }) {
  const backup = await readBackup(folder)
  const { migrations, images } = backup.manifest
  const older = lastBeforeBaseline(migrations)
  if (older)
    throw new BackupError(
      `El respaldo es de una versión de Botica demasiado antigua para esta (llega hasta ${older}): ` +
        `restáuralo con la que llega hasta ${LAST_REPLACED}, y después inicia esta.`,
    )
  const unknown = migrations.find((name, index) => name !== migrationNames[index])
  if (unknown)
    throw new BackupError(
      `El respaldo es de otra versión de Botica (${unknown}): usa esa versión, o una más nueva.`,
    )
  if (images.store === 's3' && !s3)
    throw new BackupError(
      `Las imágenes de este respaldo están en el bucket ${images.bucket} de ${images.endpoint}: indica un almacén con ellas en las variables S3_*.`,
    )
  return backup
}

/**
 * Restores a backup into an empty database and the image store. After a failure the database is as before.
 *
 * @throws BackupError when the database has rows
 */
export async function restoreBackup({
  folder,
  backup: { manifest, images: paths },
  database,
  images,
  log,
}: {
  folder: string
  /** The result of {@link checkBackup}. */
  backup: Awaited<ReturnType<typeof checkBackup>>
  database: Db
  /** Absent: only the rows are restored. */
  images?: ImageStore
  log: (text: string) => void
}): Promise<void> {
  await refuseUnlessEmpty(database, await readTables(database))
  const done = await readMigrations(database)
  if (done.some((name, index) => name !== manifest.migrations[index]))
    throw new BackupError(
      'La base de datos está vacía, pero sus tablas son de una versión posterior al respaldo: usa una base de datos nueva.',
    )
  // Creates the backup's schema first: later migrations then convert its rows as in any database.
  await migrate(database, manifest.migrations.at(-1))
  if (paths.length > 0) log(`  imágenes: ${paths.length.toLocaleString('es-CL')} archivos`)
  await database.transaction().execute(async (tx) => {
    await load(tx, { folder, manifest, log })
    // Last, so that a backup whose rows are refused leaves no image. A failure here takes the rows back, and the next attempt writes the
    // same images again.
    if (images) await putImages(images, join(folder, 'images'), paths)
  })
  await migrate(database)
  // The transaction makes this connection's timeouts apply behind a pooler too.
  await database.transaction().execute((tx) => sql`analyze`.execute(tx))
}

async function refuseUnlessEmpty(database: Db, tables: Table[]): Promise<void> {
  const filled: string[] = []
  for (const { name } of tables.filter((table) => !SEEDED.includes(table.name))) {
    const { rows } = await sql<{ filled: boolean }>`
      select exists (select from ${sql.id(name)}) as filled`.execute(database)
    if (rows[0]!.filled) filled.push(name)
  }
  if (filled.length > 0)
    throw new BackupError(
      `Solo se restaura en una base de datos vacía, y esta tiene datos (${filled.join(', ')}). ` +
        'Indica otra carpeta en DATA_DIR, u otra base de datos en DATABASE_URL. No se cambió nada.',
    )
}

type Load = { folder: string; manifest: Manifest; log: (text: string) => void }

async function load(tx: Tx, { folder, manifest, log }: Load): Promise<void> {
  const tables = await readTables(tx)
  const shape = (list: Table[]) => list.map(({ name, columns }) => `${name}(${columns})`).toSorted()
  if (String(shape(tables)) !== String(shape(manifest.tables)))
    throw new BackupError('Las tablas del respaldo no son las de su versión de Botica.')

  // Disables the triggers, because the backup has their rows. The lock keeps other writers out; foreign keys are still checked.
  for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(tx)
  await refuseUnlessEmpty(tx, tables)
  for (const { name } of tables.filter((table) => SEEDED.includes(table.name)).toReversed())
    await sql`delete from ${sql.id(name)}`.execute(tx)
  for (const table of tables) await loadTable(tx, table, join(folder, tablePath(table.name)))
  await sql`set constraints all immediate`.execute(tx)
  for (const { name, rows } of manifest.tables) {
    const found = await sql<{ rows: number }>`select count(*) as rows from ${sql.id(name)}`.execute(tx)
    if (found.rows[0]!.rows !== rows)
      throw new BackupError(
        `El respaldo debía tener ${rows} filas de ${name} y tiene ${found.rows[0]!.rows}.`,
      )
    await sql`alter table ${sql.id(name)} enable trigger user`.execute(tx)
    log(`  ${name}: ${rows.toLocaleString('es-CL')} filas`)
  }
  for (const sequence of manifest.sequences) await setSequence(tx, sequence)
}

async function loadTable(tx: Tx, { name, columns }: Table, path: string): Promise<void> {
  const list = sql.join(columns.map((column) => sql.id(column)))
  await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const rows of inBatches(chunks))
      await sql`insert into ${sql.id(name)} (${list}) overriding system value
          select ${list} from json_populate_recordset(null::${sql.id(name)}, ${rows}::json)`.execute(tx)
  })
}

/** Joins lines of JSON to arrays, a batch each. Unlike `readline`, it doesn't split at a U+2028 inside a text. */
async function* inBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const end = text.length < BATCH ? -1 : text.lastIndexOf('\n')
    if (end === -1) continue
    yield `[${text.slice(0, end).replaceAll('\n', ',')}]`
    text = text.slice(end + 1)
  }
  if (text) yield `[${text.trimEnd().replaceAll('\n', ',')}]`
}
