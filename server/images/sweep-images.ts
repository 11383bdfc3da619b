import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { imageColumns } from './image-columns.ts'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import type { ImageStore, ListedFile } from './image-store.ts'

/** The minimum age of an image to remove: the row of a younger one may not be committed yet. */
const MIN_AGE_HOURS = 24
/** The most images that one sweep removes; the next sweep continues. */
const MAX_REMOVED = 10_000
/** More images without a row than this, and more than half of all, suggest a wrong database. */
const MAX_UNSUSPICIOUS = 10
/** The most missing images to check again, and to report by name. */
const MAX_CHECKED = 100
const MAX_REPORTED = 20

type Image = { kind: ImageKind; name: string }
type Orphan = Image & { modifiedAt: Date }

/**
 * Removes images older than a day that no row names, and reports rows whose image is missing. Runs once an hour on all servers together.
 *
 * Images newer than every image with a row stay, because a restored backup doesn't know them.
 *
 * @param warn gets messages for the operator
 * @returns how many images were removed
 */
export async function sweepImages(
  { database, images }: { database: Db; images: ImageStore },
  warn: (text: string) => void,
): Promise<number> {
  if (!(await takeTurn(database))) return 0
  const { orphans, missing, oldImages } = await findDifferences(database, images)
  await reportMissing(database, images, missing, warn)
  if (orphans.length > MAX_UNSUSPICIOUS && orphans.length > oldImages / 2) {
    warn(
      `Ninguna fila nombra ${orphans.length} de ${oldImages} imágenes. ¿Son de otra base de datos? No se borró ninguna.`,
    )
    return 0
  }
  return removeOrphans(database, images, orphans.slice(0, MAX_REMOVED))
}

/** Whether this server may sweep: one turn an hour for all servers. */
async function takeTurn(database: Db): Promise<boolean> {
  const { rows } = await sql`
    insert into rate_limits (key, attempts, resets_at) values ('sweep.images', 1, now() + interval '55 minutes')
    on conflict (key) do update set resets_at = excluded.resets_at where rate_limits.resets_at <= now()
    returning key`.execute(database)
  return rows.length > 0
}

async function findDifferences(database: Db, images: ImageStore) {
  const oldest = new Date(Date.now() - MIN_AGE_HOURS * 60 * 60 * 1000)
  const candidates: Orphan[] = []
  const missing: Image[] = []
  let oldImages = 0
  let newestNamed = new Date(0)
  for (const kind of Object.keys(imageKinds) as ImageKind[]) {
    const stored = await newestFiles(images, kind)
    const named = await findNamed(database, kind)
    for (const name of named) if (stored.get(name)?.format !== 'webp') missing.push({ kind, name })
    for (const [name, { format, modifiedAt }] of stored) {
      const isNamed = named.has(name)
      if (isNamed && format !== 'webp') continue
      if (isNamed && modifiedAt > newestNamed) newestNamed = modifiedAt
      if (modifiedAt > oldest) continue
      oldImages += 1
      if (!isNamed) candidates.push({ kind, name, modifiedAt })
    }
  }
  const orphans = candidates.filter(({ modifiedAt }) => modifiedAt < newestNamed)
  return { orphans, missing, oldImages }
}

/** The newest WebP file of each stored image, else the newest AVIF file. */
async function newestFiles(images: ImageStore, kind: ImageKind): Promise<Map<string, ListedFile>> {
  const newest = new Map<string, ListedFile>()
  for await (const file of images.list(kind)) {
    const known = newest.get(file.name)
    const isBetter =
      file.format === known?.format ? file.modifiedAt > known.modifiedAt : file.format === 'webp'
    if (!known || isBetter) newest.set(file.name, file)
  }
  return newest
}

/** The names of images that occur in rows: all, or those among the given ones. */
async function findNamed(database: Db, kind: ImageKind, among?: string[]): Promise<Set<string>> {
  const parts = imageColumns[kind].map(({ table, column }) => {
    const name = sql.ref(column)
    const isWanted = among ? sql`${name} = any(${among}::text[])` : sql`${name} <> ''`
    return sql`select ${name} as name from ${sql.table(table)} where ${isWanted}`
  })
  const { rows } = await sql<{ name: string }>`${sql.join(parts, sql` union all `)}`.execute(database)
  return new Set(rows.map(({ name }) => name))
}

async function removeOrphans(database: Db, images: ImageStore, orphans: Orphan[]): Promise<number> {
  let removed = 0
  for (const [kind, group] of Map.groupBy(orphans, ({ kind }) => kind)) {
    const named = await findNamed(
      database,
      kind,
      group.map(({ name }) => name),
    )
    for (const { name } of group) {
      if (named.has(name)) continue
      await images.remove(kind, name)
      removed += 1
    }
  }
  return removed
}

/** Reports missing images, after a second check, since rows may have changed during the comparison. */
async function reportMissing(
  database: Db,
  images: ImageStore,
  missing: Image[],
  warn: (text: string) => void,
): Promise<void> {
  const confirmed: Image[] = []
  for (const { kind, name } of missing.slice(0, MAX_CHECKED)) {
    const isNamed = (await findNamed(database, kind, [name])).has(name)
    if (isNamed && !(await images.read(kind, name))) confirmed.push({ kind, name })
  }
  const count = confirmed.length + Math.max(0, missing.length - MAX_CHECKED)
  if (count === 0) return
  const list = confirmed.slice(0, MAX_REPORTED).map(({ kind, name }) => `${kind}/${name}`)
  warn(
    `Faltan ${count} imágenes que nombra la base de datos: ${list.join(', ')}${count > list.length ? ' …' : ''}`,
  )
}
