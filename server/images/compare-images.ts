import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { imageColumns } from './image-columns.ts'
import type { ImageKind } from './image-kinds.ts'
import type { ImageStore, ListedFile } from './image-store.ts'

/** Rows per batch. */
const BATCH_SIZE = 5_000

/**
 * An image with the date of its newest WebP file, else AVIF file, and whether a row names it. No date: a row names it, but the store has
 * no WebP file.
 */
type Comparison = { name: string; modifiedAt?: Date; isNamed: boolean }

/**
 * Compares the names in the store with the names in the rows, both in ascending order, without holding either list in memory. Rows and
 * files may change meanwhile: check again before acting on a difference.
 */
export async function* compareImages(
  database: Db,
  images: ImageStore,
  kind: ImageKind,
): AsyncGenerator<Comparison> {
  const files = groupByName(images.list(kind))
  const names = readNames(database, kind)
  let file = await files.next()
  let name = await names.next()
  while (!file.done || !name.done) {
    if (name.done || (!file.done && file.value.name < name.value)) {
      const { name, modifiedAt } = file.value!
      yield { name, modifiedAt, isNamed: false }
      file = await files.next()
    } else if (file.done || name.value < file.value.name) {
      yield { name: name.value, isNamed: true }
      name = await names.next()
    } else {
      const { format, modifiedAt } = file.value
      yield { name: name.value, modifiedAt: format === 'webp' ? modifiedAt : undefined, isNamed: true }
      file = await files.next()
      name = await names.next()
    }
  }
}

/** The given names that occur in rows. */
export async function findNamed(database: Db, kind: ImageKind, names: string[]): Promise<Set<string>> {
  const parts = imageColumns[kind].map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} = any(${names}::text[])`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(parts, sql` union all `)}`.execute(database)
  return new Set(rows.map(({ name }) => name))
}

/** The newest WebP file of each image, else the newest AVIF file. */
async function* groupByName(files: AsyncIterable<ListedFile>): AsyncGenerator<ListedFile> {
  let image: ListedFile | undefined
  for await (const file of files) {
    if (image && file.name < image.name)
      throw new Error('The image store does not list names in ascending order')
    if (image && file.name !== image.name) yield image
    if (file.name !== image?.name || isBetter(file, image)) image = file
  }
  if (image) yield image
}

const isBetter = (file: ListedFile, other: ListedFile) =>
  file.format === other.format ? file.modifiedAt > other.modifiedAt : file.format === 'webp'

async function* readNames(database: Db, kind: ImageKind): AsyncGenerator<string> {
  let last = ''
  for (;;) {
    const parts = imageColumns[kind].map(({ table, column }) => {
      // Sorted by bytes, like the store.
      const name = sql`${sql.ref(column)} collate "C"`
      return sql`(select distinct ${name} as name from ${sql.table(table)} where ${name} > ${last}
        order by 1 limit ${sql.lit(BATCH_SIZE)})`
    })
    const { rows } = await sql<{ name: string }>`
      select name from (${sql.join(parts, sql` union `)}) named order by 1 limit ${sql.lit(BATCH_SIZE)}`.execute(
      database,
    )
    for (const row of rows) yield row.name
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)!.name
  }
}
