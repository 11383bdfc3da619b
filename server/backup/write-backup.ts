import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { readMigrations } from '../database/apply-migrations.ts'
import type { Db, Tx } from '../database/schema.ts'
import { syncFolder } from '../files/durable-files.ts'
import { imagesFolder } from '../images/disk-store.ts'
import { copyImages, writePrivate } from './images.ts'
import { BackupError, MANIFEST, type Manifest, parseImagePath, SUMS, tablePath } from './manifest.ts'
import { backupSource, readSequences, readTables, type Table } from './tables.ts'

/** Rows per fetch. */
const BATCH = 1_000

type BackupOptions = {
  database: Db
  config: Pick<Config, 'dataDir' | 's3'>
  /** The backup's folder, missing or empty. */
  folder: string
  log: (text: string) => void
}

const formatCount = (value: number) => value.toLocaleString('es-CL')

/**
 * Writes a consistent backup while the shop is running. The folder has a temporary name until the backup is complete.
 *
 * @throws BackupError
 */
export async function writeBackup({ database, config, folder, log }: BackupOptions): Promise<Manifest> {
  if ((await readdir(folder).catch(() => [])).length > 0)
    throw new BackupError(`${folder} ya existe y no está vacía.`)
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const partial = await mkdtemp(`${folder}.part-`)
  try {
    const manifest = await fill(partial, { database, config, log })
    for (const part of [partial, join(partial, 'tables')]) await syncFolder(part)
    await rename(partial, folder)
    await syncFolder(dirname(folder))
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new BackupError(`No queda espacio para ${folder}.`)
    throw error
  }
}

async function fill(
  partial: string,
  { database, config, log }: Required<Omit<BackupOptions, 'folder'>>,
): Promise<Manifest> {
  const imageSums = new Map<string, string>()
  const copy = () => copyImages(imagesFolder(config.dataDir), join(partial, 'images'), imageSums)
  // Images are copied before and after the rows: the first copy includes those that are removed meanwhile, the second the new ones.
  if (!config.s3) await copy()
  const { sums, named, ...rows } = await writeTables(partial, { database, log })
  if (!config.s3) await copy()

  const copied = new Set([...imageSums.keys()].map((path) => parseImagePath(path)?.stem))
  const missing = [...named].filter((stem) => !copied.has(stem)).length
  if (!config.s3) log(`  imágenes: ${formatCount(imageSums.size)} archivos`)
  const manifest: Manifest = {
    format: 'botica-backup',
    version: 1,
    createdAt: new Date().toISOString(),
    ...rows,
    images: config.s3
      ? { store: 's3', endpoint: config.s3.endpoint, bucket: config.s3.bucket }
      : { store: 'disk', files: imageSums.size, missing },
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writePrivate(join(partial, MANIFEST), text)
  sums.set(MANIFEST, createHash('sha256').update(text).digest('hex'))
  for (const [path, sum] of imageSums) sums.set(`images/${path}`, sum)
  const list = [...sums].map(([path, sum]) => `${sum}  ${path}\n`)
  await writePrivate(join(partial, SUMS), list.join(''))
  return manifest
}

/** Writes all tables from one snapshot, so that a backup has an order with its lines, stock and mails, or not at all. */
function writeTables(partial: string, { database, log }: Pick<Required<BackupOptions>, 'database' | 'log'>) {
  const snapshot = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx) => {
    const migrations = await readMigrations(tx)
    if (migrations.length === 0)
      throw new BackupError('La base de datos no es de Botica: no tiene sus tablas.')
    await mkdir(join(partial, 'tables'), { mode: 0o700 })
    const sums = new Map<string, string>()
    const named = new Set<string>()
    const tables: Manifest['tables'] = []
    for (const table of await readTables(tx)) {
      const written = await writeTable(tx, table, { path: join(partial, tablePath(table.name)), named })
      sums.set(tablePath(table.name), written.sum)
      tables.push({ name: table.name, rows: written.rows, columns: table.columns })
      log(`  ${table.name}: ${formatCount(written.rows)} filas`)
    }
    return { migrations, tables, sequences: await readSequences(tx, tables), sums, named }
  })
}

async function writeTable(
  tx: Tx,
  { name, columns }: Table,
  { path, named }: { path: string; named: Set<string> },
) {
  let rows = 0
  const hash = createHash('sha256')
  // PostgreSQL writes and restores rows as JSON, so that no number or date loses precision in JavaScript.
  const list = sql.join(columns.map((column) => sql.id(column)))
  await sql`declare backup no scroll cursor for
    select row_to_json(selected)::text as line from (select ${list} from ${backupSource(name)} rows) selected`.execute(
    tx,
  )
  const read = async function* () {
    for (;;) {
      const fetch = sql<{ line: string }>`fetch ${sql.lit(BATCH)} from backup`
      const batch = await fetch.execute(tx)
      if (batch.rows.length === 0) return
      rows += batch.rows.length
      const text = batch.rows.map(({ line }) => `${line}\n`).join('')
      // The image of a pending removal may be missing already.
      if (name !== 'image_removals')
        for (const [, stem] of text.matchAll(/"([0-9a-f]{32})\.webp"/g)) named.add(stem!)
      yield text
    }
  }
  await pipeline(
    read,
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
  await sql`close backup`.execute(tx)
  return { rows, sum: hash.digest('hex') }
}
